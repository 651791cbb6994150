import 'server-only'
import type { ProductDetail } from '../schema'
import type { ProductCreate, ProductReply } from '../../gateway/product'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext } from '../../core/server/context'
import { createAtGateway } from '../../gateway/client/products'
import { makeOnce, settleLost, type Making } from '../../core/server/mirror/create'
import { productDetail } from './detail'
import { mirrorProducts, productMirror } from './mirror'
import { isWhatWasSent } from './settle'

/** How far the gateway's clock may be off ours when `created_at` is compared with the moment of sending. */
const clockTolerance = 5 * 60_000

const making: Making<ProductCreate, ProductReply, ProductDetail> = {
  mirror: productMirror,
  kind: 'product',
  send: createAtGateway,
  isWhatWasSent: (reply, sent, sentAt) => isWhatWasSent(reply, sent) && !isOlder(reply, sentAt),
  keep: (tx, shopId, reply, at) => mirrorProducts(tx, shopId, [reply], at),
  sign: async (tx, context, reply, fields, at) => {
    const { shop, actor } = context
    await mirrorProducts(tx, shop.id, [reply], at, { fields, by: actor.userId, at })
    const detail = { name: fields.name }
    await recordActivity(tx, context, { action: 'product.created', subject: reply.id, detail })
  },
  detail: productDetail,
}

function isOlder(reply: ProductReply, sentAt: Date): boolean {
  const created = Date.parse(reply.created_at ?? '')
  return !Number.isNaN(created) && created < sentAt.valueOf() - clockTolerance
}

/** Makes a product (endpoint 3), once; the same as {@link makeOnce} says. */
export const createProduct = (context: ActorContext, input: ProductCreate, options?: { settles: boolean }) =>
  makeOnce(making, context, input, options)

/** Looks for a product whose creation was not answered; the same as {@link settleLost} says. */
export const settleLostCreate = (context: ActorContext, input: ProductCreate, sentAt: Date) =>
  settleLost(making, context, input, sentAt)
