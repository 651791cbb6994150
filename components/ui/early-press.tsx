'use client'
import { useEffect, useState } from 'react'

/** What was pressed last before the page came alive, if not long ago; from then on nothing is held back any more. */
type EarlyPress = () => HTMLElement | null

/**
 * Stands in the document before anything that can be pressed, and waits for nothing else. A button that sends a
 * form is left alone: what is sent by itself, a moment after it was pressed, nobody can take back. Links lead on by
 * themselves.
 */
function holdEarlyPresses() {
  // Alive before this ran.
  if ('releaseEarlyPress' in globalThis) return
  let last: { button: HTMLElement; at: number } | null = null
  const hold = (event: Event) => {
    // Doing something else cancels the earlier press.
    if (event.type === 'pointerdown' || event.type === 'keydown') last = null
    const button = event.target instanceof Element && event.target.closest<HTMLButtonElement>('button')
    if (!button || button.type === 'submit' || event.type === 'keydown') return
    // Who hears the rest of a press would act on it twice.
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
  // A page that never comes alive must not swallow presses for ever.
  setTimeout(release, 30_000)
  Object.assign(globalThis, { releaseEarlyPress: release })
}

/** The document's head has it: what is pressed while the page can be seen, but not yet used, happens once it can. */
export function EarlyPressScript({ nonce }: { nonce: string | undefined }) {
  // Of an answer that is read in place, the nonce is another one.
  const [own] = useState(nonce)
  return (
    // As another kind of script, it would keep the document waiting for its styles.
    <script async type="module" nonce={own} suppressHydrationWarning>
      {`(${holdEarlyPresses.toString()})()`}
    </script>
  )
}

/** Lets happen what was pressed meanwhile, as its last effect says that all of the page is alive. */
export function useEarlyPress(): void {
  useEffect(() => {
    const page = globalThis as { releaseEarlyPress?: EarlyPress }
    const pressed = (page.releaseEarlyPress ??= () => null)()
    if (!pressed?.isConnected) return
    pressed.focus({ preventScroll: true })
    pressed.click()
  }, [])
}
