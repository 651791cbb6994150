import 'server-only'
import type { ProductDetail } from '../schema'
import { productFields } from '../../gateway/product'
import { equalValue } from '../../gateway/product-values'
import type { ProductRow } from './tables'

type Field = keyof typeof productFields
const fields = Object.keys(productFields) as Field[]

/** Whether a field as the gateway echoes it is as it was sent. A date that cannot be read says nothing against it. */
export const isSame = (field: Field, echoed: unknown, sent: unknown): boolean =>
  (field === 'expired_at' && Number.isNaN(Date.parse(String(echoed)))) || equalValue(field, echoed, sent)

type Drift = Record<string, Pick<ProductDetail['drift'][string], 'sent' | 'now'>>

/**
 * What the gateway now has instead of what was last sent from here: somebody changed it elsewhere. Of what is not
 * echoed, nothing is known. Fewer left are sales, and no drift; while the last change could not be read back,
 * what the gateway says is older than what was sent.
 */
export function driftOf({ raw, submitted, submittedAt, syncedAt }: ProductRow): Drift {
  if (!submitted || (submittedAt !== null && submittedAt > syncedAt)) return {}
  const drifted: Drift = {}
  for (const field of fields) {
    const sent = submitted[field]
    const now = raw[field] as typeof sent | null
    if (sent === undefined || now == null || isSame(field, now, sent)) continue
    const isSold = field === 'quantity' && Number(now) < Number(sent)
    if (!isSold) drifted[field] = { sent, now }
  }
  return drifted
}
