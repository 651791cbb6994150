import 'server-only'
import type { ProductRow } from '../tables/products'

export type PayableState = 'payable' | 'sold_out' | 'expired'

/** Whether the product's link takes a payment at `now`. An immortal product never expires. */
export function payableState(
  product: Pick<ProductRow, 'immortal' | 'expiredAt' | 'infinite' | 'quantity'>,
  now = new Date(),
): PayableState {
  if (!product.immortal && product.expiredAt !== null && product.expiredAt <= now) return 'expired'
  if (!product.infinite && (product.quantity ?? 0) <= 0) return 'sold_out'
  return 'payable'
}
