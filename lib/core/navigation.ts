/** Called when a navigation starts, which Next.js reports outside React. */
const listeners = new Set<() => void>()

/**
 * Calls `listener` within each navigation's transition.
 * @returns a function that stops listening.
 */
export function onNavigation(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function navigationStarts(): void {
  for (const listener of listeners) listener()
}
