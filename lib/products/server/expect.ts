import 'server-only'
import type { ProductDetail } from '../schema'
import type { ShopContext } from '../../core/server/context'
import { productFields, type ProductReply } from '../../gateway/product'
import { AppError, GatewayError } from '../../core/server/errors'
import { readAtGateway } from '../../gateway/client/products'
import { tellBrowsers } from '../../core/server/live'
import { toDetail } from './item'
import { loadProduct } from './load'
import { mirrorHeard } from './outside'
import { differing, valuesOf, type ValueField, type Values } from './values'

/**
 * A product as the gateway has it now, with what it does not echo as it was last sent from here.
 * @throws AppError `not_found` where the gateway does not know it, GatewayError.
 */
export async function readFresh(context: ShopContext, id: string): Promise<ProductDetail> {
  await loadProduct(context, id)
  const askedAt = new Date()
  await mirrorHeard(context, await ask(context, id), askedAt)
  const row = await loadProduct(context, id)
  const isOurs = row.syncedAt <= askedAt && (row.submittedAt === null || row.submittedAt <= askedAt)
  if (isOurs) return toDetail(row)
  // Written meanwhile, or by a clock ahead of ours, and so kept from what we heard. Whatever the clocks say, what is
  // asked for now is newer, and a sale in it must not be overlooked.
  return withSaid(toDetail(row), await ask(context, id))
}

const ask = (context: ShopContext, id: string): Promise<ProductReply> =>
  readAtGateway(context, id).catch((error: unknown) => {
    const unknown =
      error instanceof GatewayError &&
      (error.code === 'gateway_not_found' || error.code === 'gateway_redirect')
    throw unknown ? new AppError('not_found', { detail: error.detail, cause: error }) : error
  })

/** With what the gateway says; what it does not say stays. */
function withSaid(product: ProductDetail, reply: ProductReply): ProductDetail {
  const said = Object.keys(productFields).filter((field) => reply[field] != null)
  const now = { ...product, ...Object.fromEntries(said.map((field) => [field, reply[field]])) }
  return now.immortal === true ? { ...now, expired_at: null } : now
}

/**
 * Makes sure that a product still holds what somebody saw. What it does not echo is compared with what was last sent
 * from here.
 * @throws AppError `conflict` with what the fields hold that hold something else.
 */
export async function expectValues(context: ShopContext, id: string, expected: Values): Promise<void> {
  const now = await readFresh(context, id)
  const current = differing(valuesOf(now, Object.keys(expected) as ValueField[]), expected)
  if (Object.keys(current).length === 0) return
  await tellBrowsers(context, { kind: 'product', id })
  throw new AppError('conflict', { current })
}
