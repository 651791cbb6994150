import type { ProductDetail, ProductItem } from '@/lib/products/schema'
import type { ProductUpdate } from '@/lib/gateway/products/product'
import type { QuickField } from './actions'

/** The values that a quick edit can change: price and currency, or stock. */
export type StoredValues = Pick<ProductItem, 'amount' | 'currency' | 'infinite' | 'quantity'>

export const storedValues = ({ amount, currency, infinite, quantity }: StoredValues): StoredValues => ({
  amount,
  currency,
  infinite,
  quantity,
})

/** Returns the values that the gateway must still hold for a change to apply. */
export function expectation(field: QuickField, held: StoredValues): Record<string, unknown> {
  if (field === 'price') return { amount: held.amount, currency: held.currency }
  return held.infinite === true ? { infinite: true } : { infinite: held.infinite, quantity: held.quantity }
}

/** Returns the update that turns `from` into `to`, or null if nothing changes or `to` is unknown. */
export function changeBetween(field: QuickField, from: StoredValues, to: StoredValues): ProductUpdate | null {
  if (field === 'price') return to.amount === null || to.amount === from.amount ? null : { amount: to.amount }
  if (to.infinite === true) return from.infinite === true ? null : { infinite: true }
  if (to.quantity === null) return null
  // Also marks the stock as limited if it was unlimited or unknown.
  if (from.infinite !== false) return { infinite: false, quantity: to.quantity }
  return to.quantity === from.quantity ? null : { quantity: to.quantity }
}

/** Returns `held` updated with the current values from a conflict response. */
export const valuesAfterConflict = (held: StoredValues, current: Record<string, unknown>): StoredValues => ({
  ...held,
  ...(current as Partial<Pick<ProductDetail, keyof StoredValues>>),
})
