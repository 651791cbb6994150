'use client'
import { useEffect, useState } from 'react'

/** Stops holding presses and returns the button pressed last before hydration, if within 5 seconds. */
type EarlyPress = () => HTMLElement | null

/**
 * Holds presses until the page has hydrated. Runs before anything can be pressed, and depends on nothing outside the
 * function. Submit buttons are not held: a form that is sent some time after the press cannot be stopped. Links work by
 * themselves.
 */
function holdEarlyPresses() {
  // The page hydrated before this script ran.
  if ('releaseEarlyPress' in globalThis) return
  let last: { button: HTMLElement; at: number } | null = null
  const hold = (event: Event) => {
    // Any other action cancels the earlier press.
    if (event.type === 'pointerdown' || event.type === 'keydown') last = null
    const button = event.target instanceof Element && event.target.closest<HTMLButtonElement>('button')
    if (!button || button.type === 'submit' || event.type === 'keydown') return
    // Listeners that hear the rest of this press would act twice once it is replayed.
    event.stopImmediatePropagation()
    if (event.type === 'click') last = { button, at: performance.now() }
  }
  const kinds = 'keydown pointerdown mousedown touchstart pointerup mouseup touchend click'.split(' ')
  for (const kind of kinds) addEventListener(kind, hold, true)
  const release: EarlyPress = () => {
    for (const kind of kinds) removeEventListener(kind, hold, true)
    const pressed = last && performance.now() - last.at < 5_000 ? last.button : null
    last = null
    return pressed
  }
  // A page that never hydrates must not swallow presses for ever.
  setTimeout(release, 30_000)
  Object.assign(globalThis, { releaseEarlyPress: release })
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

/** Replays the held press. Call it in the page's last effect: only then is the whole page hydrated. */
export function useEarlyPress(): void {
  useEffect(() => {
    const page = globalThis as { releaseEarlyPress?: EarlyPress }
    const pressed = (page.releaseEarlyPress ??= () => null)()
    if (!pressed?.isConnected) return
    pressed.focus({ preventScroll: true })
    pressed.click()
  }, [])
}
