'use client'
import { createContext, useContext, useSyncExternalStore } from 'react'

/** What rows are drawn as: cards below 768 px. `both`, and styles choose, while nobody knows how wide the window is. */
export type Shape = 'table' | 'cards' | 'both'

/** What the server drew: the browser has to begin with the same. */
export const DrawnShape = createContext<Shape>('both')

/** Tailwind's `max-md`. */
export const isNarrow = '(width < 48rem)'

function subscribe(onChange: () => void) {
  const query = matchMedia(isNarrow)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** Only one of both is made, as making rows is most of the time that a list takes. */
export function useShape(): Shape {
  const drawn = useContext(DrawnShape)
  return useSyncExternalStore(
    subscribe,
    () => (matchMedia(isNarrow).matches ? 'cards' : 'table'),
    () => drawn,
  )
}
