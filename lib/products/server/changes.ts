import 'server-only'
import type { ProductDetail } from '../schema'
import type { ProductUpdate } from '../../gateway/product'
import { equalValue } from '../../gateway/product-values'

/** What a change's activity entry holds: the fields, and their values before and after as far as they are known. */
export type RecordedChange = {
  fields: string[]
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/** Of a change that was asked for. */
export function recordedChange(before: ProductDetail, change: ProductUpdate): RecordedChange {
  const fields = Object.keys(change)
  const known = Object.entries(before).filter(([field, value]) => field in change && value !== null)
  return { fields, before: Object.fromEntries(known), after: { ...change } }
}

const watched = [
  'name', 'description', 'currency', 'amount', 'quantity', 'infinite', 'immortal', 'expired_at', 'visible_fields',
  'language', 'transaction_type', 'return_url', 'shop_id', 'test',
] as const // prettier-ignore

/** Of what the gateway says now and did not say before; null: nothing. That it falls silent is no change. */
export function changedOutside(before: ProductDetail, after: ProductDetail): RecordedChange | null {
  const fields = watched.filter(
    (field) =>
      before[field] !== null && after[field] !== null && !equalValue(field, before[field], after[field]),
  )
  // A stock that becomes or stops being unlimited has its number only on one side.
  if (fields.includes('infinite') && !fields.includes('quantity')) fields.push('quantity')
  if (fields.length === 0) return null
  const pick = (product: ProductDetail): Record<string, unknown> =>
    Object.fromEntries<unknown>(
      fields.map((field): [string, unknown] => [field, product[field]]).filter(([, value]) => value !== null),
    )
  return { fields, before: pick(before), after: pick(after) }
}
