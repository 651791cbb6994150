import 'server-only'
import { and, eq, inArray, isNotNull, isNull, notInArray, or, type SQL } from 'drizzle-orm'
import { recordActivity } from '../../../core/server/activity/record'
import type { ActorContext, ShopContext } from '../../../core/server/context'
import { GatewayError, AppError } from '../../../core/server/errors'
import { whereFound } from '../../../core/server/lists/list'
import { containsAll } from '../../../core/server/lists/source'
import { publishLiveEvent } from '../../../core/server/live'
import { unconfirmed } from '../../../core/server/mirror/create'
import { readAtGateway, updateAtGateway } from '../../../gateway/client/endpoints'
import { type ProductReply, type ProductUpdate, productFields } from '../../../gateway/products/product'
import { productFieldRows } from '../../fields'
import type { ProductChange, ProductDetail, ProductSelection } from '../../schema'
import { compareWithNewPrices } from '../../../payments/server/new-prices'
import { recordedChange, withOutsideChangesRecorded } from './changes'
import { type Values, differingValues, valuesOf, type ValueField } from './history'
import { productDetail, toDetail } from '../listing/item'
import { whereFiltered, productSource } from '../listing/list'
import { loadProduct, lockProduct } from '../mirror/load'
import { mirrorProducts, productMirror } from '../mirror/mirror'
import { mirrorReply } from '../mirror/read'
import { overlayProduct, isChanged, type PriceBefore } from './settle'
import { type ProductRow, products } from '../tables'

/**
 * Changes a product with a partial PUT (endpoint 6), reads it back, and writes mirror and activity in one transaction.
 * The empty 204 confirms the change, even if reading back fails. If the answer is lost, reads the product to see
 * whether it changed.
 * @throws AppError `not_found`; `unconfirmed` if it is not known whether it changed; GatewayError as answered
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
    const settled = await settleLostUpdate(context, id, change, { known: before }).catch((cause: unknown) => {
      throw unconfirmed(context, productMirror, cause)
    })
    if (!settled) throw unconfirmed(context, productMirror, error)
    return settled
  }
  const sent = { change, at: new Date() }
  return keepChanged(context, before, sent, await readBack(context, id))
}

/** `reply` is null if the product cannot be read. */
async function readBack(
  context: ActorContext,
  id: string,
): Promise<{ reply: ProductReply | null; at: Date }> {
  const at = new Date()
  const reply = await readAtGateway(context, id).catch((error: unknown) => {
    if (!(error instanceof GatewayError)) throw error
    return null
  })
  return { reply, at }
}

/**
 * Checks whether a product holds a change whose answer was lost, and mirrors it. Null: it does not, or does not say.
 * `known` is the product before the change, and `price` its price then, if the mirror may have a later one.
 */
export async function settleLostUpdate(
  context: ActorContext,
  id: string,
  change: ProductUpdate,
  { known, price }: { known?: ProductRow; price?: PriceBefore } = {},
): Promise<ProductDetail | null> {
  const before = known ?? (await loadProduct(context, id))
  const askedAt = new Date()
  const reply = await readAtGateway(context, id)
  if (isChanged(reply, change, price ?? before))
    return keepChanged(context, before, { change, at: askedAt }, { reply, at: askedAt })
  await mirrorReply(context, reply, askedAt)
  await publishLiveEvent(context, { kind: 'product', id })
  return null
}

/** `at`: when the gateway had taken the change. */
type Sent = { change: ProductUpdate; at: Date }

/**
 * Stores a change. Without `reply`, it could not be read back. `before` is the product before it was sent: a background
 * read may have mirrored the change by now. If another change was stored since, reads the product again: the reply may
 * be older than that change.
 */
async function keepChanged(
  context: ActorContext,
  before: ProductRow,
  sent: Sent,
  { reply, at }: { reply: ProductReply | null; at: Date },
): Promise<ProductDetail> {
  const { engine, shop, actor } = context
  const { id } = before
  const { change } = sent
  const since = await engine.db.transaction(async (tx) => {
    const now = await lockProduct(tx, context, id)
    if (reply && now.submittedAt?.valueOf() !== before.submittedAt?.valueOf()) return now
    const submission = { fields: withoutSentLater(sent, before, now), by: actor.userId, at: sent.at }
    if (reply) {
      const mirror = () => mirrorProducts(tx, shop.id, [reply], at, submission)
      await withOutsideChangesRecorded(tx, shop.id, [id], mirror, Object.keys(change))
    } else {
      await overlayProduct(tx, now, submission)
      if ('amount' in change || 'currency' in change) await compareWithNewPrices(tx, shop.id, [id])
    }
    await recordActivity(tx, context, {
      action: 'product.changed',
      subject: id,
      detail: recordedChange(toDetail(before, new Map()), change),
    })
    return null
  })
  if (since) {
    const { submittedAt } = since
    return keepChanged(context, { ...before, submittedAt }, sent, await readBack(context, id))
  }
  await publishLiveEvent(context, { kind: 'product', id })
  return productDetail(context, id)
}

/** Leaves out the fields that another change, sent later and stored first, has or makes meaningless. */
function withoutSentLater({ change, at }: Sent, before: ProductRow, now: ProductRow): ProductUpdate {
  const isSentLater = (field: string): boolean => {
    const sentAt = now.submissions?.[field]?.at
    return sentAt !== undefined && sentAt !== before.submissions?.[field]?.at && new Date(sentAt) > at
  }
  const fields = Object.keys(change) as (keyof ProductUpdate)[]
  const kept = fields.filter((field) => ![field, productFieldRows[field].unless ?? field].some(isSentLater))
  return Object.fromEntries(kept.map((field) => [field, change[field]]))
}

/**
 * Changes a product only if the gateway still holds the values in `expect`, so that an undo overwrites no sale. The
 * gateway has no conditional write: a change in the milliseconds between read and write is overwritten.
 * @throws AppError `conflict` with the current values; and as {@link updateProduct}
 */
export async function changeProduct(
  context: ActorContext,
  id: string,
  { change, expect }: ProductChange,
): Promise<ProductDetail> {
  if (expect && Object.keys(expect).length > 0) await assertUnchanged(context, id, expect as Values)
  return updateProduct(context, id, change)
}

/**
 * Returns the SQL condition for what a list with the same query shows now, or for the shop's products with these IDs.
 * `withAlike` adds fuzzy matches: for lists only, never for changes.
 */
export async function selectProducts(
  context: ShopContext,
  selection: ProductSelection,
  { withAlike = false } = {},
): Promise<SQL> {
  const { id: shopId } = context.shop
  if ('ids' in selection)
    return and(
      eq(products.shopId, shopId),
      inArray(products.id, selection.ids),
      // As in lists, archived products stay after they vanish.
      or(isNull(products.vanishedAt), isNotNull(products.archivedAt)),
    ) as SQL
  const { query, except = [] } = selection
  const filtered = whereFiltered(shopId, query)
  const found = query.q ? await findBy(query.q) : filtered
  return except.length === 0 ? found : (and(found, notInArray(products.id, except)) as SQL)

  async function findBy(q: string): Promise<SQL> {
    if (withAlike) return (await whereFound(context, productSource, { filtered, q })).where
    return and(filtered, containsAll(productSource, q)) as SQL
  }
}

/**
 * Reads a product from the gateway. Values that are not echoed come from our last submission.
 * @throws AppError `not_found`; GatewayError
 */
export async function readFresh(context: ShopContext, id: string): Promise<ProductDetail> {
  await loadProduct(context, id)
  const askedAt = new Date()
  await mirrorReply(context, await readOrNotFound(context, id), askedAt)
  const row = await loadProduct(context, id)
  const isOurs = row.syncedAt <= askedAt && (row.submittedAt === null || row.submittedAt <= askedAt)
  if (isOurs) return toDetail(row)
  // The row was written meanwhile, or by a clock ahead of ours. A second answer is newer in any case, and must not miss
  // a sale.
  return withReply(toDetail(row), await readOrNotFound(context, id))
}

const readOrNotFound = (context: ShopContext, id: string): Promise<ProductReply> =>
  readAtGateway(context, id).catch((error: unknown) => {
    const isUnknown =
      error instanceof GatewayError &&
      (error.code === 'gateway_not_found' || error.code === 'gateway_redirect')
    throw isUnknown ? new AppError('not_found', { detail: error.detail, cause: error }) : error
  })

function withReply(product: ProductDetail, reply: ProductReply): ProductDetail {
  const answeredFields = Object.keys(productFields).filter((field) => reply[field] != null)
  const now = { ...product, ...Object.fromEntries(answeredFields.map((field) => [field, reply[field]])) }
  return now.immortal === true ? { ...now, expired_at: null } : now
}

/**
 * Checks that a product still holds the expected values, or our last submission if not echoed.
 * @throws AppError `conflict` with the current values that differ
 */
export async function assertUnchanged(context: ShopContext, id: string, expected: Values): Promise<void> {
  const now = await readFresh(context, id)
  const current = differingValues(valuesOf(now, Object.keys(expected) as ValueField[]), expected)
  if (Object.keys(current).length === 0) return
  await publishLiveEvent(context, { kind: 'product', id })
  throw new AppError('conflict', { current })
}
