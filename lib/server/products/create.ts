import 'server-only'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { ProductDetail } from '../../contracts/product'
import type { ProductCreate, ProductReply } from '../../gateway/product'
import { recordActivity } from '../activity/record'
import type { ActorContext } from '../context'
import { GatewayError } from '../errors'
import { createAtGateway } from '../gateway/products'
import { tellBrowsers } from '../live'
import { products } from '../tables/products'
import { productDetail } from './detail'
import { mirrorProducts } from './mirror'
import { settleCreate } from './settle'
import { unconfirmed } from './unconfirmed'

/**
 * Makes a product at the gateway (endpoint 3), then writes mirror and activity in one transaction.
 * A create whose answer was lost is looked for in the gateway's list; it is never sent again. Not where the caller
 * `settles` it later: while others like it are under way, one of theirs would be taken for it.
 * @throws GatewayError with the gateway's field errors, or AppError `unconfirmed` where it may exist.
 */
export async function createProduct(
  context: ActorContext,
  input: ProductCreate,
  { settles = true } = {},
): Promise<ProductDetail> {
  const sentAt = new Date()
  let reply: ProductReply
  try {
    reply = await createAtGateway(context, input)
  } catch (error) {
    if (!(error instanceof GatewayError) || !error.mayHaveHappened) throw error
    if (!settles) throw unconfirmed(context, error)
    const settled = await settleLostCreate(context, input, sentAt).catch((cause: unknown) => {
      throw unconfirmed(context, cause)
    })
    if (!settled) throw unconfirmed(context, error)
    return settled
  }
  try {
    await keepCreated(context, input, reply, { settling: false })
    return await productDetail(context, reply.id)
  } catch (error) {
    // It exists, though we could not write it down: trying again would make a second one.
    context.log.error({ err: error, product: reply.id }, 'product created but not kept')
    throw unconfirmed(context, error)
  }
}

/** Looks for a product whose creation was not answered; null: it is still not known whether it exists. */
export async function settleLostCreate(
  context: ActorContext,
  input: ProductCreate,
  sentAt: Date,
): Promise<ProductDetail | null> {
  const reply = await settleCreate(context, input, sentAt)
  if (!reply || !(await keepCreated(context, input, reply, { settling: true }))) return null
  return productDetail(context, reply.id)
}

/**
 * Writes down that this product is the result of this submission; false where, settling, it already is that
 * of another one, as when two lost creates are settled at the same time.
 */
async function keepCreated(
  context: ActorContext,
  input: ProductCreate,
  reply: ProductReply,
  { settling }: { settling: boolean },
): Promise<boolean> {
  const { engine, shop, actor } = context
  const now = new Date()
  const kept = await engine.db.transaction(async (tx) => {
    await mirrorProducts(tx, shop.id, [reply], now)
    const [taken] = await tx
      .select({ id: products.id })
      .from(products)
      .where(and(eq(products.shopId, shop.id), eq(products.id, reply.id), isNotNull(products.submittedAt)))
    if (settling && taken) return false
    await mirrorProducts(tx, shop.id, [reply], now, { fields: input, by: actor.userId, at: now })
    await recordActivity(tx, context, {
      action: 'product.created',
      subject: reply.id,
      detail: { name: input.name },
    })
    return true
  })
  if (kept) await tellBrowsers(context, { kind: 'product', id: reply.id })
  return kept
}
