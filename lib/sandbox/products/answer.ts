import 'server-only'
import { publicAddress } from '../settings'
import type { ProductRow } from '../tables/products'

/** What of a product is answered. */
export type Answered = Omit<ProductRow, 'position' | 'visibleFields' | 'immortal' | 'expiredAt' | 'returnUrl'>

/**
 * A product as the interface answers it (“Product response fields”). visible_fields, immortal, expired_at,
 * return_url and shop_id are not echoed: the interface does not show that they are.
 */
export function productAnswer(product: Answered) {
  const payUrl = publicAddress(`/products/${product.id}/pay`)
  return {
    id: product.id,
    name: product.name,
    description: product.description,
    currency: product.currency,
    amount: product.amount,
    quantity: product.quantity,
    infinite: product.infinite,
    language: product.language,
    transaction_type: product.transactionType,
    created_at: product.createdAt.toISOString(),
    updated_at: product.updatedAt.toISOString(),
    test: product.test,
    additional_data: {},
    pay_url: payUrl,
    payment_url: payUrl,
    confirm_url: publicAddress(`/v2/confirm_order/${product.id}/${product.shopId}`),
  }
}
