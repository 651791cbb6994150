import 'server-only'
import type { ProductDetail } from '../../contracts/product'
import { productReply, type ProductUpdate } from '../../gateway/product'
import { recordActivity } from '../activity/record'
import type { ActorContext } from '../context'
import { GatewayError } from '../errors'
import { readAtGateway, updateAtGateway } from '../gateway/products'
import { tellBrowsers } from '../live'
import { toDetail } from './item'
import { loadProduct } from './load'
import { mirrorProducts } from './mirror'

/**
 * Changes a product at the gateway with a partial PUT (endpoint 6), reads it back after the empty 204, and
 * writes mirror and activity in one transaction. The 204 says that it is done: where the reading back fails,
 * what was known and what was sent are put together.
 * @throws AppError `not_found` where the shop has no such product, GatewayError as the gateway answers.
 */
export async function updateProduct(
  context: ActorContext,
  id: string,
  change: ProductUpdate,
): Promise<ProductDetail> {
  const { engine, shop, actor } = context
  const { raw } = await loadProduct(context, id)
  await updateAtGateway(context, id, change)
  const askedAt = new Date()
  const reply = await readAtGateway(context, id).catch((error: unknown) => {
    if (!(error instanceof GatewayError)) throw error
    const quantity = change.infinite === true ? { quantity: null } : {}
    return productReply.parse({ ...raw, ...change, ...quantity })
  })
  await engine.db.transaction(async (tx) => {
    await mirrorProducts(tx, shop.id, [reply], askedAt, { fields: change, by: actor.userId, at: askedAt })
    await recordActivity(tx, context, {
      action: 'product.changed',
      subject: id,
      detail: { fields: Object.keys(change) },
    })
  })
  await tellBrowsers(context, { kind: 'product', id })
  return toDetail(await loadProduct(context, id))
}
