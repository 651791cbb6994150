import type { Route } from 'next'
import { usePathname } from 'next/navigation'
import { useEffect } from 'react'

interface OpenedFrom {
  /** The list's address, with its search, filters and page. */
  list: string
  /** The address of the row that was opened. */
  row: string
}

/** The last row that was opened from a list. Gone after a page load. */
let last: OpenedFrom | null = null
/** The row to continue from, for a visit by the breadcrumb. A visit by Back has it in its history entry. */
let awaited: string | null = null

export function noteOpenedRow(row: string): void {
  last = { list: `${location.pathname}${location.search}`, row }
}

/** Returns the list's address as it was when the page at `pathname` was opened from it; else `plain`. */
export function listAddress(plain: Route, pathname: string): Route {
  return isFrom(plain, pathname) ? (last?.list as Route) : plain
}

/** Lets the list that is opened next continue from the row of the page at `pathname`. */
export function returnToRow(plain: Route, pathname: string): void {
  awaited = isFrom(plain, pathname) ? (last?.row ?? null) : null
}

export const awaitedRow = (): string | null => awaited

export function endReturn(): void {
  awaited = null
}

/** A page's forms, such as `/edit`, belong to its row too. */
const isFrom = (plain: string, pathname: string): boolean =>
  last !== null &&
  last.list.split('?')[0] === plain &&
  (pathname === last.row || pathname.startsWith(`${last.row}/`))

/** With the person: the session may have ended without signing out, and someone else may continue in this tab. */
const keyOf = (shop: string, userId: string) => `last-page:${userId}:${shop}`

/** Notes the page of this shop that the tab shows a person, without its search. Signing out clears it. */
export function useNotedPage(shop: string, userId: string): void {
  const path = usePathname()
  useEffect(() => {
    const isOfShop = `${path}/`.startsWith(`/shops/${shop}/`)
    if (isOfShop) sessionStorage.setItem(keyOf(shop, userId), path)
  }, [shop, userId, path])
}

/** Returns the page of a shop that this tab last showed a person, or else the shop's overview. */
export const lastPageOf = (shop: string, userId: string): Route =>
  (sessionStorage.getItem(keyOf(shop, userId)) ?? `/shops/${shop}`) as Route
