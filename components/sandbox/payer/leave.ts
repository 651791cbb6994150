'use client'
import { useEffect } from 'react'

/**
 * Navigates to `next`. Never settles, so that the button stays disabled until the next page loads. A widget is a frame
 * in the merchant's page: unless the merchant wants transitions inside it (docs/gateway.md#checkout-request), every
 * page except our own result page replaces the whole window.
 */
export function navigateTo(next: string, staysInFrame = true): Promise<never> {
  const address = new URL(next, window.location.href)
  if (staysInFrame || isResultPage(next)) window.location.replace(address)
  else leaveFrame(address)
  return new Promise(() => undefined)
}

/** Matches /sandbox/payments/{uid}, but not its challenge, which stands for the bank's own page. */
const isResultPage = (next: string) => /^\/sandbox\/payments\/[^/]+$/.test(next)

function leaveFrame(address: URL): void {
  try {
    ;(window.top ?? window).location.replace(address)
  } catch {
    // Browsers let a foreign frame navigate the window only after the payer has interacted with it. Otherwise stay in
    // the frame.
    window.location.replace(address)
  }
}

/** Reloads a page restored from the browser's cache, which has a used attempt and a disabled button. */
export function useReloadWhenRestored(): void {
  useEffect(() => {
    const reload = (event: PageTransitionEvent) => event.persisted && window.location.reload()
    window.addEventListener('pageshow', reload)
    return () => window.removeEventListener('pageshow', reload)
  }, [])
}
