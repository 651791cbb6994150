import type { Route } from 'next'
import { usePathname } from 'next/navigation'
import { useEffect } from 'react'

const keyOf = (shop: string) => `last-page:${shop}`

/** Notes the page of this shop that the tab shows, without its search. Signing out clears it. */
export function useNotedPage(shop: string): void {
  const path = usePathname()
  useEffect(() => {
    const isOfShop = `${path}/`.startsWith(`/shops/${shop}/`)
    if (isOfShop) sessionStorage.setItem(keyOf(shop), path)
  }, [shop, path])
}

/** Returns the page of a shop that this tab showed last; without one, its overview. */
export const lastPageOf = (shop: string): Route =>
  (sessionStorage.getItem(keyOf(shop)) ?? `/shops/${shop}`) as Route
