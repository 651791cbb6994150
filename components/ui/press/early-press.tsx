'use client'
import { useEffect, useState } from 'react'

/** Stops holding presses and returns the buttons pressed before hydration, in order, if within the last 15 seconds. */
type EarlyPresses = () => HTMLElement[]

/**
 * Holds presses until the page has hydrated. Runs before anything can be pressed, and depends on nothing outside the
 * function. Submit buttons are not held: a form that is sent some time after the press cannot be stopped. Links need no
 * help.
 */
function holdEarlyPresses() {
  // The page hydrated before this script ran.
  if ('releaseEarlyPresses' in globalThis) return
  const pressed = new Map<HTMLElement, number>()
  const hold = (event: Event) => {
    const button = event.target instanceof Element && event.target.closest<HTMLButtonElement>('button')
    if (!button || button.type === 'submit' || event.type === 'keydown') {
      // Any other action cancels earlier presses.
      if (event.type === 'pointerdown' || event.type === 'keydown') pressed.clear()
      return
    }
    // Listeners that receive the rest of this press would act twice once it is replayed.
    event.stopImmediatePropagation()
    if (event.type !== 'click') return
    // An impatient second press of the same button counts once, at its last place in the order.
    pressed.delete(button)
    // Of several menus the last one opens: each would cover the others' buttons.
    if (button.ariaHasPopup)
      for (const earlier of pressed.keys()) if (earlier.ariaHasPopup) pressed.delete(earlier)
    pressed.set(button, performance.now())
  }
  const kinds = 'keydown pointerdown mousedown touchstart pointerup mouseup touchend click'.split(' ')
  for (const kind of kinds) addEventListener(kind, hold, true)
  const release: EarlyPresses = () => {
    for (const kind of kinds) removeEventListener(kind, hold, true)
    const since = performance.now() - 15_000
    const buttons = [...pressed].filter(([, at]) => at > since).map(([button]) => button)
    pressed.clear()
    return buttons
  }
  // A page that never hydrates must not swallow presses for ever.
  setTimeout(release, 30_000)
  Object.assign(globalThis, { releaseEarlyPresses: release })
}

/** A script for the document's head: replays, once the page has hydrated, what was pressed before. */
export function EarlyPressScript({ nonce }: { nonce: string | undefined }) {
  // A response that client-side navigation reads carries another nonce, so keep the first one.
  const [own] = useState(nonce)
  return (
    // A classic script would make the document wait for its styles.
    <script async type="module" nonce={own} suppressHydrationWarning>
      {`(${holdEarlyPresses.toString()})()`}
    </script>
  )
}

/** Replays the held presses. Call it in the page's last effect: only then is the whole page hydrated. */
export function useEarlyPress(): void {
  useEffect(() => {
    const page = globalThis as { releaseEarlyPresses?: EarlyPresses }
    void replayPresses((page.releaseEarlyPresses ??= () => [])())
  }, [])
}

/**
 * Presses buttons in order, each in a separate task: only then has React rendered what the previous press changed,
 * which may have removed the button or opened a dialog over it. Such a button is left out.
 */
export async function replayPresses(buttons: HTMLElement[]): Promise<void> {
  for (const button of buttons) {
    if (!button.isConnected || button.closest('[inert]')) continue
    button.focus({ preventScroll: true })
    button.click()
    await new Promise((resolve) => setTimeout(resolve))
  }
}
