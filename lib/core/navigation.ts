/** Tells the frame that another page is on its way: Next calls out of React when a navigation starts. */
const listeners = new Set<() => void>()

/** @returns what ends the listening. The listener is called within the navigation's transition. */
export function onNavigation(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function navigationStarts(): void {
  for (const listener of listeners) listener()
}
