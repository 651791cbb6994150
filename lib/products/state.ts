/** What products are told apart by, without the schemas, which the browser's lists do not need. */
import type { ProductCreate } from '../gateway/product'

/** At most this many left is few. */
export const lowStock = 5

/** `unknown`: the gateway did not say until when it can be paid or how many there are, and nothing was submitted from here. */
export const productStates = ['live', 'expired', 'sold_out', 'unknown'] as const
export type ProductState = (typeof productStates)[number]

/** `low`: few are left, but some. */
export const stockLevels = ['unlimited', 'low', 'out'] as const

/** Those that were archived here: left out unless asked for. */
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

/** Whether the product's link takes payments, as far as is known here. Expiry is judged at `now` (ms). */
export function productState(product: Judged, now: number): ProductState {
  if (product.immortal !== true && product.expired_at && Date.parse(product.expired_at) <= now)
    return 'expired'
  if (product.infinite !== true) {
    if (product.quantity === null) return 'unknown'
    if (product.quantity <= 0) return 'sold_out'
  }
  return product.immortal === true || product.expired_at ? 'live' : 'unknown'
}
