'use client'
import { createContext, useContext, useSyncExternalStore } from 'react'

/** How rows are drawn: cards below 768 px. With `both`, CSS chooses, while the window's width is unknown. */
export type Shape = 'table' | 'cards' | 'both'

/** The shape the server rendered, which hydration must start with. */
export const DrawnShape = createContext<Shape>('both')

/** Tailwind's `max-md`. */
export const narrowQuery = '(width < 48rem)'

function subscribe(onChange: () => void) {
  const query = matchMedia(narrowQuery)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** The shape on the screen. Paper gets it too, because the other one would lack most rows when printed. */
let onScreen: Shape = 'table'

function currentShape(): Shape {
  if (!matchMedia('print').matches) onScreen = matchMedia(narrowQuery).matches ? 'cards' : 'table'
  return onScreen
}

/** Returns the shape to draw. Drawing one shape only matters, because rows take most of a list's rendering time. */
export function useShape(): Shape {
  const drawn = useContext(DrawnShape)
  return useSyncExternalStore(subscribe, currentShape, () => drawn)
}
