import type { Route } from 'next'
import { usePathname } from 'next/navigation'
import { useEffect } from 'react'

/** With the person: the session may have ended without signing out, and somebody else may go on in this tab. */
const keyOf = (shop: string, userId: string) => `last-page:${userId}:${shop}`

/** Notes the page of this shop that the tab shows a person, without its search. Signing out clears it. */
export function useNotedPage(shop: string, userId: string): void {
  const path = usePathname()
  useEffect(() => {
    const isOfShop = `${path}/`.startsWith(`/shops/${shop}/`)
    if (isOfShop) sessionStorage.setItem(keyOf(shop, userId), path)
  }, [shop, userId, path])
}

/** Returns the page of a shop that this tab showed a person last; without one, the shop's overview. */
export const lastPageOf = (shop: string, userId: string): Route =>
  (sessionStorage.getItem(keyOf(shop, userId)) ?? `/shops/${shop}`) as Route
