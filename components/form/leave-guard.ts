/**
 * Whether this page may be left without a question. One form at a time guards; whatever navigates by code (the palette,
 * the shop switcher) goes through `leave`.
 */
type Ask = (go: () => void) => void
let ask: Ask | null = null

/** Returns the function that takes the guard away again. */
export function guardLeaving(asking: Ask): () => void {
  ask = asking
  return () => {
    if (ask === asking) ask = null
  }
}

/** Goes at once, or after a person has agreed to lose what was typed. */
export function leave(go: () => void): void {
  if (ask) ask(go)
  else go()
}
