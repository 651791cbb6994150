import { z } from 'zod'
import type { PayerFormInput } from '@/lib/gateway/card'

export type PaymentAnswer =
  | { kind: 'made'; uid: string }
  | { kind: 'invalid'; errors: [field: string, code: string][] }
  /** The page is outdated: the product costs something else by now. */
  | { kind: 'stale' }
  /** Sold out, expired or withdrawn meanwhile: showing the page again says which. */
  | { kind: 'unpayable' }
  /** Not known whether it arrived; the same attempt may be sent again. */
  | { kind: 'failed' }

const made = z.object({ uid: z.uuid() })
const conflict = z.object({ code: z.string() })
const invalid = z.object({ errors: z.record(z.string(), z.array(z.string())) })

/** Sends the payer's form. Never throws. */
export async function sendPayment(productId: string, values: PayerFormInput): Promise<PaymentAnswer> {
  try {
    const answer = await fetch(`/sandbox/products/${productId}/payments`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(values),
    })
    if (answer.status === 404) return { kind: 'unpayable' }
    const body: unknown = await answer.json()
    if (answer.status === 409)
      return { kind: conflict.parse(body).code === 'stale_page' ? 'stale' : 'unpayable' }
    if (answer.ok) return { kind: 'made', uid: made.parse(body).uid }
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
