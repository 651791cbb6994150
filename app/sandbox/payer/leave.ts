'use client'
import { useEffect } from 'react'

/**
 * Goes on to `next`, and never settles, so that the button stays held until the next page is there. A widget is a frame
 * in the merchant's page: unless the merchant wants transitions inside it (docs/gateway.md#checkout-request), all but our own result
 * page takes the whole window.
 */
export function leaveFor(next: string, staysInFrame = true): Promise<never> {
  const address = new URL(next, window.location.href)
  if (staysInFrame || isResultPage(next)) window.location.replace(address)
  else leaveFrame(address)
  return new Promise(() => undefined)
}

/** /sandbox/payments/{uid}, and not its challenge, which stands for the bank's own page. */
const isResultPage = (next: string) => /^\/sandbox\/payments\/[^/]+$/.test(next)

function leaveFrame(address: URL): void {
  try {
    ;(window.top ?? window).location.replace(address)
  } catch {
    // A browser lets a foreign frame take the window only after the payer has touched it: then it goes on in place.
    window.location.replace(address)
  }
}

/** Going back to this page out of the browser's cache would bring back a used attempt and a held button. */
export function useReloadWhenRestored(): void {
  useEffect(() => {
    const reload = (event: PageTransitionEvent) => event.persisted && window.location.reload()
    window.addEventListener('pageshow', reload)
    return () => window.removeEventListener('pageshow', reload)
  }, [])
}
