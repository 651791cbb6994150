import 'server-only'
import type { ProductDetail } from '../../schema'
import { productFields } from '../../../gateway/products/product'
import { isEqualValue } from '../../../gateway/products/values'
import { productFieldRows } from '../../fields'
import type { ProductRow } from '../tables'

type Field = keyof typeof productFields
const fields = Object.keys(productFields) as Field[]

/** Returns whether an echoed value equals the value sent. An unreadable date counts as equal. */
export const isAsSent = (field: Field, echoed: unknown, sent: unknown): boolean =>
  isUnreadable(field, echoed) || isEqualValue(field, echoed, sent)

export const isUnreadable = (field: string, echoed: unknown): boolean =>
  field === 'expired_at' && Number.isNaN(Date.parse(String(echoed)))

type Drift = Record<string, Pick<ProductDetail['drift'][string], 'sent' | 'now'>>

/**
 * Returns the fields that changed at the gateway after we last sent them. A lower quantity means sales. Leaves out what
 * a flag makes meaningless, which the gateway may keep. Empty while our last change could not be read back, since `raw`
 * is older than `submitted`.
 */
export function driftOf({ raw, submitted, submittedAt, syncedAt }: ProductRow): Drift {
  if (!submitted || (submittedAt !== null && submittedAt > syncedAt)) return {}
  const drifted: Drift = {}
  for (const field of fields) {
    const sent = submitted[field]
    const now = raw[field] as typeof sent | null
    if (sent === undefined || now == null || isAsSent(field, now, sent)) continue
    const { unless } = productFieldRows[field]
    if (unless && raw[unless] === true) continue
    const isSold = field === 'quantity' && Number(now) < Number(sent)
    if (!isSold) drifted[field] = { sent, now }
  }
  return drifted
}
