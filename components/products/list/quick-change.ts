import type { ProductDetail, ProductItem } from '@/lib/products/schema'
import type { ProductUpdate } from '@/lib/gateway/product'
import type { QuickField } from './actions'

/** What a product holds of what is changed: a price with its currency, or a stock. */
export type Held = Pick<ProductItem, 'amount' | 'currency' | 'infinite' | 'quantity'>

export const heldBy = ({ amount, currency, infinite, quantity }: Held): Held => ({
  amount,
  currency,
  infinite,
  quantity,
})

/** What must still be there for a change to be made: all that `held` says of the field. */
export function expectation(field: QuickField, held: Held): Record<string, unknown> {
  if (field === 'price') return { amount: held.amount, currency: held.currency }
  return held.infinite === true ? { infinite: true } : { infinite: held.infinite, quantity: held.quantity }
}

/** What is sent to come from `from` to `to`; null: nothing, or what is not known. */
export function changeBetween(field: QuickField, from: Held, to: Held): ProductUpdate | null {
  if (field === 'price') return to.amount === null || to.amount === from.amount ? null : { amount: to.amount }
  if (to.infinite === true) return from.infinite === true ? null : { infinite: true }
  if (to.quantity === null) return null
  // Stock that was unlimited or unknown is set to limited as well.
  if (from.infinite !== false) return { infinite: false, quantity: to.quantity }
  return to.quantity === from.quantity ? null : { quantity: to.quantity }
}

/** What a conflict says is there now, over what was thought to be. */
export const heldAfter = (held: Held, current: Record<string, unknown>): Held => ({
  ...held,
  ...(current as Partial<Pick<ProductDetail, keyof Held>>),
})
