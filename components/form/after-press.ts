let pressed = false

/** Only where there is a document; the server presses nothing. */
if (typeof document !== 'undefined') {
  const track = (type: string, down: boolean) =>
    document.addEventListener(type, () => (pressed = down), { capture: true, passive: true })
  track('pointerdown', true)
  track('pointerup', false)
  track('pointercancel', false)
}

/**
 * Runs `act` at once, or, while a pointer is held down, after it was released: a message that appears between
 * press and release moves the page, and the press would end beside what it began on.
 */
export function afterPress(act: () => void): void {
  if (!pressed) return act()
  const later = () => setTimeout(act)
  document.addEventListener('pointerup', later, { once: true })
}
