/** States and filters of products. Imports no schemas, to keep the browser bundle small. */
import type { ProductCreate } from '../gateway/products/product'

export const lowStock = 5

/** `unknown`: the expiry or the stock is known neither from the gateway nor from what we submitted. */
export const productStates = ['live', 'expired', 'sold_out', 'unknown'] as const
export type ProductState = (typeof productStates)[number]

/** `low`: few are left, but at least one. */
export const stockLevels = ['unlimited', 'low', 'out'] as const

/** Why products need attention: they are payable now, but expire soon, have few or none left, or are tests. */
export const attentionKinds = ['expiring', 'stock', 'test'] as const
export type AttentionKind = (typeof attentionKinds)[number]

/** Whether lists include archived products. The default is `exclude`. */
export const archivedChoices = ['exclude', 'only', 'include'] as const

export const transactionTypeChoices = ['payment', 'authorization'] as const satisfies readonly NonNullable<
  ProductCreate['transaction_type']
>[]

type Judged = {
  infinite: boolean | null
  quantity: number | null
  immortal: boolean | null
  expired_at: string | null
}

/** Returns whether the product's link takes payments, as far as we know. Compares the expiry with `now` (ms). */
export function productState(product: Judged, now: number): ProductState {
  if (product.immortal !== true && product.expired_at && Date.parse(product.expired_at) <= now)
    return 'expired'
  if (product.infinite !== true) {
    if (product.quantity === null) return 'unknown'
    if (product.quantity <= 0) return 'sold_out'
  }
  return product.immortal === true || product.expired_at ? 'live' : 'unknown'
}
