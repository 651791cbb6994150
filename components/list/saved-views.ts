'use client'
import { useSyncExternalStore } from 'react'

/** A saved list: its search parameters without the page. */
interface SavedView {
  name: string
  /** Search parameters, sorted; empty for the default list. */
  search: string
}

/** The most views per list and shop. They are stored in this browser; to share a view, share its address. */
export const limit = 30
const prefix = 'counterfoil.views.'
const keyOf = (of: string, shop: string) => `${prefix}${of}.${shop}`

/** Returns the parameters that define a view, without the page and the open row. */
export function viewOf(params: URLSearchParams): string {
  const kept = new URLSearchParams(params)
  kept.delete('cursor')
  kept.delete('from')
  kept.delete('open')
  kept.sort()
  return kept.toString()
}

/** Parses stored views and drops anything that is not a view. */
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
const tell = () => {
  for (const listener of listeners) listener()
}
function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
/** Returns null when the browser refuses its storage. */
function read(key: string): string | null {
  try {
    return window.localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Returns false when the browser refuses its storage. */
function write(key: string, views: readonly SavedView[]): boolean {
  try {
    if (views.length > 0) window.localStorage.setItem(key, JSON.stringify(views))
    else window.localStorage.removeItem(key)
    return true
  } catch {
    return false
  }
}

/** Returns the views with one more, in place of one of its name; null if there are too many. */
export function withView(views: readonly SavedView[], view: SavedView): SavedView[] | null {
  const next = [...views.filter(({ name }) => name !== view.name), view]
  return next.length > limit ? null : next
}

/** Returns the saved views of a shop's list, with functions to save and remove. */
export function useSavedViews(of: string, shop: string) {
  const key = keyOf(of, shop)
  const text = useSyncExternalStore(
    subscribe,
    () => read(key),
    () => null,
  )
  const views = parseViews(text)
  function put(next: readonly SavedView[]): boolean {
    if (!write(key, next)) return false
    tell()
    return true
  }
  return {
    views,
    save: (view: SavedView): 'saved' | 'full' | 'not_kept' => {
      const next = withView(views, view)
      if (!next) return 'full'
      return put(next) ? 'saved' : 'not_kept'
    },
    remove: (name: string) => put(views.filter((view) => view.name !== name)),
  }
}

/** Parameters that can identify a person: a search, a customer, a card, or what one person paid. */
const personal = ['q', 'customer_id', 'object', 'same_card_as', 'checkout_id', 'uid']

/**
 * Reads the views of all lists before the browser's storage is cleared. Returns a function that restores those without
 * personal parameters.
 */
export function keepViews(): () => void {
  const kept = viewKeys().map((key) => [key, parseViews(read(key)).filter(isOfNobody)] as const)
  return () => {
    for (const [key, views] of kept) write(key, views)
  }
}

const personKey = 'counterfoil.person'

/**
 * Removes the personal views of the person who was signed in before, unless it is the same person. A session may end
 * without signing out, which removes them too. `userId`: the person who is signed in now.
 */
export function forgetViewsOfOthers(userId: string): void {
  try {
    const before = window.localStorage.getItem(personKey)
    if (before === userId) return
    if (before !== null) keepViews()()
    window.localStorage.setItem(personKey, userId)
    tell()
  } catch {
    // Without storage there are no views.
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
