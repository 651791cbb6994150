import 'server-only'
import { engine } from '../../db/engine'
import { sandboxSettings } from '../settings'
import { findProduct } from './find'
import { payableState } from './state'

export type PayerProduct = NonNullable<Awaited<ReturnType<typeof payerProduct>>>

/**
 * What a payer may see of a product; null for an unknown one, one of another shop than `shopId` says, or with
 * the sandbox off.
 */
export async function payerProduct(id: string, shopId?: string) {
  if (!sandboxSettings.peek()) return null
  const product = await findProduct(engine.get().db, id)
  if (!product || (shopId !== undefined && shopId !== String(product.shopId))) return null
  return {
    id: product.id,
    name: product.name,
    description: product.description,
    amount: product.amount,
    currency: product.currency,
    type: product.transactionType,
    test: product.test,
    language: product.language,
    visibleFields: product.visibleFields,
    state: payableState(product),
  }
}
