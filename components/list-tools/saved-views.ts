'use client'
import { useSyncExternalStore } from 'react'

/** A list as somebody keeps it: its address without the page it was on. */
export interface SavedView {
  name: string
  /** Search parameters, sorted; empty: the list as it is by itself. */
  search: string
}

/** The lists that views are kept of. */
export type ViewedList = 'products' | 'customers' | 'checkouts' | 'card-tokens' | 'notifications'

/** Kept in this browser, by shop; a view is shared by its address. */
const limit = 30
const keyOf = (of: ViewedList, shop: string) => `counterfoil.views.${of}.${shop}`

/** What of an address makes the view: not the page, nor the row that is open, which come and go. */
export function viewOf(params: URLSearchParams): string {
  const kept = new URLSearchParams(params)
  kept.delete('cursor')
  kept.delete('from')
  kept.delete('open')
  kept.sort()
  return kept.toString()
}

/** What stands in the storage, whatever it is: only what is a view. */
export function parseViews(text: string | null): SavedView[] {
  try {
    const found: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(found) ? found.filter(isView).slice(0, limit) : []
  } catch {
    return []
  }
}

const isView = (value: unknown): value is SavedView =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'search' in value &&
  typeof value.search === 'string'

const listeners = new Set<() => void>()
function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
/** A browser may refuse its storage; then there are no views. */
function read(key: string): string | null {
  try {
    return window.localStorage.getItem(key)
  } catch {
    return null
  }
}

/** The views of a shop's list, and how to keep them. */
export function useSavedViews(of: ViewedList, shop: string) {
  const key = keyOf(of, shop)
  const text = useSyncExternalStore(
    subscribe,
    () => read(key),
    () => null,
  )
  const views = parseViews(text)
  /** False where the browser keeps nothing. */
  function put(next: readonly SavedView[]): boolean {
    try {
      window.localStorage.setItem(key, JSON.stringify(next.slice(-limit)))
    } catch {
      return false
    }
    for (const listener of listeners) listener()
    return true
  }
  return {
    views,
    save: (view: SavedView) => put([...views.filter(({ name }) => name !== view.name), view]),
    remove: (name: string) => put(views.filter((view) => view.name !== name)),
  }
}
