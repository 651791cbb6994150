/** Input that would be lost with the page. */
export interface Guard {
  /** Whether there is any now. */
  holds: () => boolean
  /** Asks whether it may be lost, then calls `go`. */
  ask: (go: () => void) => void
}

const guards = new Set<Guard>()

/** Returns a function that removes the guard. */
export function guardLeaving(guard: Guard): () => void {
  guards.add(guard)
  return () => void guards.delete(guard)
}

/** Several forms of a page may hold input. One of them asks for all. */
const asking = (): Guard | undefined => [...guards].find(({ holds }) => holds())

export const isAnythingHeld = (): boolean => asking() !== undefined

export const isAsking = (guard: Guard): boolean => asking() === guard

/** Lets the page go: a person agreed to lose what its forms hold. */
export const letGo = (): void => guards.clear()

/**
 * Calls `go` at once, or after a person agrees to lose unsaved input. For code that navigates, such as the palette and the
 * shop switcher.
 */
export function leave(go: () => void): void {
  const guard = asking()
  if (guard) guard.ask(go)
  else go()
}
