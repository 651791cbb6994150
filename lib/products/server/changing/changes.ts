import 'server-only'
import { productFieldNames } from '../../fields'
import type { ProductDetail } from '../../schema'
import type { ProductUpdate } from '../../../gateway/products/product'
import { equalValue } from '../../../gateway/products/values'

/** Values before and after, as far as known. */
export type RecordedChange = {
  fields: string[]
  before: Record<string, unknown>
  after: Record<string, unknown>
}

export function recordedChange(before: ProductDetail, change: ProductUpdate): RecordedChange {
  const fields = Object.keys(change)
  const known = Object.entries(before).filter(([field, value]) => field in change && value !== null)
  return { fields, before: Object.fromEntries(known), after: { ...change } }
}

/** Returns what the gateway changed, or null. A field that is no longer echoed does not count. */
export function changedOutside(before: ProductDetail, after: ProductDetail): RecordedChange | null {
  const fields = productFieldNames.filter(
    (field) =>
      before[field] !== null && after[field] !== null && !equalValue(field, before[field], after[field]),
  )
  // When stock becomes limited or unlimited, only one side has a quantity.
  if (fields.includes('infinite') && !fields.includes('quantity')) fields.push('quantity')
  if (fields.length === 0) return null
  const pick = (product: ProductDetail): Record<string, unknown> =>
    Object.fromEntries<unknown>(
      fields.map((field): [string, unknown] => [field, product[field]]).filter(([, value]) => value !== null),
    )
  return { fields, before: pick(before), after: pick(after) }
}
