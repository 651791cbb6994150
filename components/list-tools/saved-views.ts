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
const prefix = 'counterfoil.views.'
const keyOf = (of: ViewedList, shop: string) => `${prefix}${of}.${shop}`

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

/** False where the browser keeps nothing. */
function write(key: string, views: readonly SavedView[]): boolean {
  try {
    if (views.length > 0) window.localStorage.setItem(key, JSON.stringify(views))
    else window.localStorage.removeItem(key)
    return true
  } catch {
    return false
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
    if (!write(key, next.slice(-limit))) return false
    for (const listener of listeners) listener()
    return true
  }
  return {
    views,
    save: (view: SavedView) => put([...views.filter(({ name }) => name !== view.name), view]),
    remove: (name: string) => put(views.filter((view) => view.name !== name)),
  }
}

/** What narrows a list to a person: a search, or a customer. */
const personal = ['q', 'customer_id']

/**
 * Reads the views of all lists, for when the browser's storage is about to be cleared. Returns the function that puts
 * those back that search for nobody.
 */
export function keepViews(): () => void {
  const kept = viewKeys().map((key) => [key, parseViews(read(key)).filter(isOfNobody)] as const)
  return () => {
    for (const [key, views] of kept) write(key, views)
  }
}

function viewKeys(): string[] {
  try {
    return Object.keys(window.localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

const isOfNobody = ({ search }: SavedView): boolean => {
  const params = new URLSearchParams(search)
  return !personal.some((name) => params.has(name))
}
