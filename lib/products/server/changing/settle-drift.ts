import 'server-only'
import { and, eq } from 'drizzle-orm'
import { recordActivity } from '../../../core/server/activity/record'
import type { ActorContext } from '../../../core/server/context'
import { AppError } from '../../../core/server/errors'
import { publishLiveEvent } from '../../../core/server/live'
import { productUpdate, type ProductCreate } from '../../../gateway/products/product'
import { isEqualValue } from '../../../gateway/products/values'
import { parsePlanned } from '../../../jobs/server/load'
import { productUnits } from '../../fields'
import type { DriftDecision, ProductDetail } from '../../schema'
import { driftOf } from './drift'
import { reverse, type Values } from './history'
import { productDetail } from '../listing/item'
import { loadProduct, lockProduct } from '../mirror/load'
import { submissionsOf } from '../mirror/mirror'
import { products, type ProductRow } from '../tables'
import { changeProduct } from './update'

type Seen = DriftDecision['seen']

/**
 * @throws AppError `not_found`; `conflict` if the values differ from those in `seen`; with `ours` also as {@link
 *   changeProduct}
 */
export const settleDrift = (
  context: ActorContext,
  id: string,
  { keep, seen }: DriftDecision,
): Promise<ProductDetail> =>
  keep === 'theirs' ? acceptTheirs(context, id, seen) : sendOurs(context, id, seen)

/** Stores the gateway's values as submitted. Does not ask the gateway. */
async function acceptTheirs(context: ActorContext, id: string, seen: Seen): Promise<ProductDetail> {
  const { engine, shop, actor } = context
  await engine.db.transaction(async (tx) => {
    const row = await lockProduct(tx, context, id)
    const fields = seenDrift(row, seen)
    const before = Object.fromEntries(fields.map((field) => [field, row.submitted?.[field]]))
    const after = Object.fromEntries(fields.map((field) => [field, row.raw[field]])) as Partial<ProductCreate>
    const accepted = submissionsOf({ fields: after, by: actor.userId, at: new Date() })
    await tx
      .update(products)
      .set({
        submitted: withoutMeaningless({ ...row.submitted, ...after }),
        submissions: { ...row.submissions, ...accepted },
      })
      .where(and(eq(products.shopId, shop.id), eq(products.id, id)))
    const detail = { fields, before, after }
    await recordActivity(tx, context, { action: 'product.accepted', subject: id, detail })
  })
  await publishLiveEvent(context, { kind: 'product', id })
  return productDetail(context, id)
}

/** Sends our values again, if the gateway still has the values in `seen`. */
async function sendOurs(context: ActorContext, id: string, seen: Seen): Promise<ProductDetail> {
  const row = await loadProduct(context, id)
  const fields = seenDrift(row, seen)
  const named = Object.fromEntries(fields.map((field) => [field, null])) as Values
  const change = parsePlanned(productUpdate, reverse(named, row.submitted ?? {}) ?? {})
  // The same minor units in another currency are another price.
  const { amount, currency } = row.raw
  const price = fields.some(isPartOfPrice) ? ({ amount, currency } as Seen) : {}
  return changeProduct(context, id, { change, expect: { ...price, ...seen } })
}

const isPartOfPrice = (field: string) => productUnits.amount.some((part) => part === field)

/**
 * Returns the fields in `seen`.
 * @throws AppError `conflict` if one has another value now, or if a price is only in part what was seen
 */
function seenDrift(row: ProductRow, seen: Seen): (keyof ProductCreate)[] {
  const drift = driftOf(row)
  const fields = Object.keys(seen)
  const decided = fields.some(isPartOfPrice)
    ? [...new Set([...fields, ...Object.keys(drift).filter(isPartOfPrice)])]
    : fields
  const others = decided.filter(
    (field) => !(Object.hasOwn(drift, field) && isEqualValue(field, drift[field]?.now, seen[field])),
  )
  if (others.length === 0) return fields as (keyof ProductCreate)[]
  throw new AppError('conflict', {
    current: Object.fromEntries(others.map((field) => [field, row.raw[field] ?? null])),
  })
}

function withoutMeaningless({ quantity, expired_at: expiredAt, ...rest }: Partial<ProductCreate>) {
  return {
    ...rest,
    ...(quantity === undefined || rest.infinite === true ? {} : { quantity }),
    ...(expiredAt === undefined || rest.immortal === true ? {} : { expired_at: expiredAt }),
  }
}
