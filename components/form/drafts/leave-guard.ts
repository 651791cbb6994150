/**
 * Asks whether the page may be left, then calls `go`. One form guards at a time; code that navigates (the palette, the
 * shop switcher) calls `leave`.
 */
type Ask = (go: () => void) => void
let ask: Ask | null = null

/** Returns a function that removes the guard. */
export function guardLeaving(asking: Ask): () => void {
  ask = asking
  return () => {
    if (ask === asking) ask = null
  }
}

/** Calls `go` at once, or after a person agrees to lose unsaved input. */
export function leave(go: () => void): void {
  if (ask) ask(go)
  else go()
}
