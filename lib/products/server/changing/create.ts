import 'server-only'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { recordActivity } from '../../../core/server/activity/record'
import type { ActorContext, ShopContext } from '../../../core/server/context'
import { GatewayError } from '../../../core/server/errors'
import { createOnce, settleLost, type Creation, type ReadOnce } from '../../../core/server/mirror/create'
import { createAtGateway } from '../../../gateway/client/endpoints'
import {
  type ProductCreate,
  type ProductReply,
  productCreate,
  type ProductCreateInput,
  productUpdate,
} from '../../../gateway/products/product'
import type { RowErrors } from '../../../jobs/server/kinds'
import { issueMessages } from '../../../jobs/server/load'
import type { ProductDetail } from '../../schema'
import type { Values } from './history'
import { productDetail } from '../listing/item'
import { mirrorProducts, productMirror } from '../mirror/mirror'
import { hasSentValues } from './settle'
import { products } from '../tables'

/** Tolerance (ms) for the gateway's clock when `created_at` is compared with the time of sending. */
const clockTolerance = 5 * 60_000

const making: Creation<ProductCreate, ProductReply, ProductDetail> = {
  mirror: productMirror,
  kind: 'product',
  send: async (context, sent) => {
    const reply = await createAtGateway(context, sent)
    if (isAnother(reply, sent)) throw new GatewayError('gateway_unreadable', { mayHaveHappened: true })
    return reply
  },
  isWhatWasSent: (reply, sent, sentAt) => hasSentValues(reply, sent) && !isOlder(reply, sentAt),
  keep: (tx, shopId, reply, at) => mirrorProducts(tx, shopId, [reply], at),
  sign: async (tx, context, reply, fields, at) => {
    const { shop, actor } = context
    await mirrorProducts(tx, shop.id, [reply], at, { fields, by: actor.userId, at })
    const detail = { name: fields.name }
    await recordActivity(tx, context, { action: 'product.created', subject: reply.id, detail })
  },
  detail: productDetail,
}

/** A gateway may alter a value, but an answer with another name and description is of another product. */
const isAnother = (reply: ProductReply, sent: ProductCreate): boolean =>
  !hasSentValues(reply, { name: sent.name }) && !hasSentValues(reply, { description: sent.description })

function isOlder(reply: ProductReply, sentAt: Date): boolean {
  const created = Date.parse(reply.created_at ?? '')
  return !Number.isNaN(created) && created < sentAt.valueOf() - clockTolerance
}

export const createProduct = (
  context: ActorContext,
  input: ProductCreate,
  options?: { isSettling: boolean },
) => createOnce(making, context, input, options)

export const settleLostCreate = (
  context: ActorContext,
  input: ProductCreate,
  sentAt: Date,
  read?: ReadOnce,
) => settleLost(making, context, { input, sentAt, read })

/**
 * Stores what was submitted for products created without `createProduct` (the samples of a first start), since the
 * gateway does not echo all of it. Never overwrites a person's submission.
 */
export async function rememberSubmitted(
  { engine, shop }: ShopContext,
  made: { id: string; product: ProductCreateInput }[],
): Promise<void> {
  await engine.db.transaction(async (tx) => {
    for (const { id, product } of made) {
      const submitted = productCreate.parse(product)
      await tx
        .update(products)
        .set({
          submitted,
          submittedAt: sql`${products.syncedAt}`, // Not later, so that the mirrored values do not count as outdated.
          immortal: submitted.immortal,
          expiredAt: submitted.expired_at === undefined ? null : new Date(submitted.expired_at),
        })
        .where(and(eq(products.shopId, shop.id), eq(products.id, id), isNull(products.submitted)))
    }
  })
}

/** Returns by field why a change cannot be sent, or null. `archived` is never sent, so never refused. */
export function refusalOf(change: Values): RowErrors | null {
  if ('archived' in change) return null
  const parsed = productUpdate.safeParse(change, { reportInput: true })
  return parsed.success ? null : issueMessages(parsed.error.issues)
}
