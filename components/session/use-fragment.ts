'use client'
import { useSyncExternalStore } from 'react'

/** Returns what follows the `#` of the address, such as a link's token; null while the server renders. */
export const useFragment = (): string | null => useSyncExternalStore(subscribe, read, () => null)

function subscribe(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange)
  return () => window.removeEventListener('hashchange', onChange)
}

const read = (): string => window.location.hash.slice(1)
