let pressed = false

/** The server has no document. */
if (typeof document !== 'undefined') {
  const track = (type: string, isDown: boolean) =>
    document.addEventListener(type, () => (pressed = isDown), { capture: true, passive: true })
  track('pointerdown', true)
  track('pointerup', false)
  track('pointercancel', false)
}

/**
 * Runs `act` at once or, while a pointer is down, after its release. A message that appears between press and release
 * moves the page, so that the press would end on something else.
 */
export function afterPress(act: () => void): void {
  if (!pressed) return act()
  const later = () => setTimeout(act)
  document.addEventListener('pointerup', later, { once: true })
}
