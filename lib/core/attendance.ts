/** Input that shows that a person uses the page. */
const inputs = ['pointerdown', 'keydown', 'wheel', 'touchstart', 'focus'] as const

/** Requests this long after the last input are the page's own. */
const attendedMs = 60_000

let lastInput: number | null = null

/** Whether this page is unattended. It keeps itself up to date then, which does not keep the session alive. */
export function isUnattended(): boolean {
  if (typeof window === 'undefined') return false
  if (lastInput === null) {
    lastInput = Date.now() // Somebody has just opened the page.
    const note = () => void (lastInput = Date.now())
    for (const input of inputs) window.addEventListener(input, note, { capture: true, passive: true })
  }
  return Date.now() - lastInput > attendedMs
}
