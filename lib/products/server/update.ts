import 'server-only'
import type { ProductDetail } from '../schema'
import type { ProductReply, ProductUpdate } from '../../gateway/product'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext } from '../../core/server/context'
import { GatewayError } from '../../core/server/errors'
import { readAtGateway, updateAtGateway } from '../../gateway/client/products'
import { tellBrowsers } from '../../core/server/live'
import { unconfirmed } from '../../core/server/mirror/unconfirmed'
import { recordedChange } from './changes'
import { productDetail } from './detail'
import { toDetail } from './item'
import { loadProduct } from './load'
import { mirrorProducts, productMirror } from './mirror'
import type { ProductRow } from './tables'
import { overlayProduct } from './overlay'
import { isChanged } from './settle'

/**
 * Changes a product at the gateway with a partial PUT (endpoint 6), reads it back after the empty 204, and
 * writes mirror and activity in one transaction. The 204 says that it is done: where the reading back fails,
 * the change is laid over what is known. Where the answer was lost, the product says whether it was changed.
 * @throws AppError `not_found` where the shop has no such product, `unconfirmed` where it is not known whether
 *   it was changed, GatewayError as the gateway answers.
 */
export async function updateProduct(
  context: ActorContext,
  id: string,
  change: ProductUpdate,
): Promise<ProductDetail> {
  const before = await loadProduct(context, id)
  try {
    await updateAtGateway(context, id, change)
  } catch (error) {
    if (!(error instanceof GatewayError) || !error.mayHaveHappened) throw error
    const settled = await settleLostUpdate(context, id, change, before).catch((cause: unknown) => {
      throw unconfirmed(context, productMirror, cause)
    })
    if (!settled) throw unconfirmed(context, productMirror, error)
    return settled
  }
  const askedAt = new Date()
  const reply = await readAtGateway(context, id).catch((error: unknown) => {
    if (!(error instanceof GatewayError)) throw error
    return null
  })
  return keepChanged(context, before, change, { reply, at: askedAt })
}

/**
 * Looks whether a product holds a change whose outcome was lost, and mirrors what it holds, so that neither
 * the old values nor the new ones are taken for granted; null: it does not, or does not say. `known`: the product as it
 * was when the change was sent.
 */
export async function settleLostUpdate(
  context: ActorContext,
  id: string,
  change: ProductUpdate,
  known?: ProductRow,
): Promise<ProductDetail | null> {
  const before = known ?? (await loadProduct(context, id))
  const askedAt = new Date()
  const reply = await readAtGateway(context, id)
  if (isChanged(reply, change)) return keepChanged(context, before, change, { reply, at: askedAt })
  await mirrorProducts(context.engine.db, context.shop.id, [reply], askedAt)
  await tellBrowsers(context, { kind: 'product', id })
  return null
}

/**
 * Writes down that this product was changed; without a `reply`, it could not be read back. `before`: as it was known
 * when the change was sent. By now a background read may have mirrored the change already.
 */
async function keepChanged(
  context: ActorContext,
  before: ProductRow,
  change: ProductUpdate,
  { reply, at }: { reply: ProductReply | null; at: Date },
): Promise<ProductDetail> {
  const { engine, shop, actor } = context
  const { id } = before
  const submission = { fields: change, by: actor.userId, at }
  const latest = await loadProduct(context, id)
  await engine.db.transaction(async (tx) => {
    if (reply) await mirrorProducts(tx, shop.id, [reply], at, submission)
    else await overlayProduct(tx, latest, submission)
    await recordActivity(tx, context, {
      action: 'product.changed',
      subject: id,
      detail: recordedChange(toDetail(before, new Map()), change),
    })
  })
  await tellBrowsers(context, { kind: 'product', id })
  return productDetail(context, id)
}
