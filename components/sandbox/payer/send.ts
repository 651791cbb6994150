import { z } from 'zod'
import { useEffect } from 'react'

type PayerAnswer =
  /** `next` is a path of the sandbox or the merchant's address. */
  | { kind: 'made'; next: string }
  | { kind: 'invalid'; errors: [field: string, code: string][] }
  /** The price on the page is outdated. */
  | { kind: 'stale' }
  /** Sold out, expired, paid or withdrawn meanwhile. Reloading the page shows which. */
  | { kind: 'unpayable' }
  /** Unknown whether the request arrived. The same attempt may be sent again. */
  | { kind: 'failed' }

/** `next` becomes a navigation, so only our own paths and web addresses are allowed, never a script URL. */
const made = z.object({ next: z.string().regex(/^(\/(?!\/)|https?:\/\/)/) })
const conflict = z.object({ code: z.string() })
const invalid = z.object({ errors: z.record(z.string(), z.array(z.string())) })

/** Sends a payer's form to a payer endpoint. Never throws. */
export async function send(path: string, values: object): Promise<PayerAnswer> {
  try {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(values),
    })
    if (answer.status === 404) return { kind: 'unpayable' }
    const body: unknown = await answer.json()
    if (answer.status === 409)
      return { kind: conflict.parse(body).code === 'stale_page' ? 'stale' : 'unpayable' }
    if (answer.ok) return { kind: 'made', next: made.parse(body).next }
    if (answer.status !== 422) return { kind: 'failed' }
    const { errors } = invalid.parse(body)
    return {
      kind: 'invalid',
      errors: Object.entries(errors).map(([field, [code = 'invalid']]) => [field, code]),
    }
  } catch {
    return { kind: 'failed' }
  }
}

/**
 * Navigates to `next`. Never settles, so that the button stays disabled until the next page loads. A widget is a frame
 * in the merchant's page: unless the merchant wants transitions inside it (docs/gateway.md#checkout-request), every
 * page except our own result page replaces the whole window.
 */
export function navigateTo(next: string, isInFrame = true): Promise<never> {
  const address = new URL(next, window.location.href)
  if (isInFrame || isResultPage(next)) window.location.replace(address)
  else leaveFrame(address)
  return new Promise(() => undefined)
}

/** Matches /sandbox/payments/{uid}, but not its challenge, which represents the bank's own page. */
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
