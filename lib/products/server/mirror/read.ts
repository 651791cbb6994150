import 'server-only'
import type { ProductDetail } from '../../schema'
import { singleton } from '../../../db/singleton'
import type { ShopContext } from '../../../core/server/context'
import { AppError, GatewayError } from '../../../core/server/errors'
import { readAtGateway } from '../../../gateway/client/endpoints'
import { productId, type ProductReply } from '../../../gateway/products/product'
import { publishLiveEvent } from '../../../core/server/live'
import { productDetail, submittersOf, toDetail } from '../listing/item'
import { findProduct } from './load'
import { mirrorProducts } from './mirror'
import { withOutsideChangesRecorded } from '../changing/changes'

/** A product confirmed within this time (ms) is not refreshed. */
const freshMs = 10_000

/**
 * Returns a product from the mirror and refreshes it in the background. If it is not mirrored, asks the gateway: it may
 * have been made elsewhere.
 * @throws AppError `not_found`; GatewayError if only the gateway could know
 */
export async function readProduct(context: ShopContext, id: string): Promise<ProductDetail> {
  const row = await findProduct(context, id)
  if (!row) return refreshProduct(context, id)
  const isFresh =
    Math.abs(Date.now() - row.syncedAt.valueOf()) <= freshMs || justRefreshed.peek()?.has(keyOf(context, id))
  if (!isFresh) refreshInBackground(context, id)
  return toDetail(row, await submittersOf(context, row))
}

/** Reads one product from the gateway and mirrors it. The gateway answers an invalid or unknown ID with 302. */
async function refreshProduct(context: ShopContext, id: string): Promise<ProductDetail> {
  if (!productId.safeParse(id).success) throw new AppError('not_found')
  const askedAt = new Date()
  try {
    const reply = await readAtGateway(context, id)
    await mirrorReply(context, reply, askedAt)
  } catch (error) {
    const isUnknown =
      error instanceof GatewayError &&
      (error.code === 'gateway_not_found' || error.code === 'gateway_redirect')
    throw isUnknown ? new AppError('not_found', { detail: error.detail, cause: error }) : error
  }
  return productDetail(context, id)
}

/**
 * Products refreshed within the last `freshMs`: an answer slower than that would be stale on arrival, and the page
 * would ask again endlessly.
 */
const justRefreshed = singleton<Set<string>>('products-just-refreshed')
const keyOf = ({ shop }: ShopContext, id: string) => `${shop.id} ${id}`

function noteRefresh(key: string): void {
  if (!justRefreshed.peek()) justRefreshed.set(new Set())
  const keys = justRefreshed.get()
  keys.add(key)
  setTimeout(() => keys.delete(key), freshMs).unref()
}

/** Minimum pause (ms) between two refreshes of a product. */
const restMs = 1_000

/** `again`: the newest request for another refresh. Its shop has the key in use. */
type Refresh = { again: ShopContext | null }
const refreshes = singleton<Map<string, Refresh>>('product-refreshes')

/**
 * Refreshes without waiting, then notifies browsers. Runs once at a time per product, and once more after {@link
 * restMs} if asked meanwhile: a hundred payments do not cause a hundred requests.
 */
export function refreshInBackground(context: ShopContext, id: string): void {
  if (!refreshes.peek()) refreshes.set(new Map())
  const running = refreshes.get()
  const key = keyOf(context, id)
  const earlier = running.get(key)
  if (earlier) {
    earlier.again = context
    return
  }
  const current: Refresh = { again: null }
  running.set(key, current)
  const refresh = () =>
    refreshProduct(context, id)
      .finally(() => noteRefresh(key)) // Before browsers hear of it and read again.
      .then(() => publishLiveEvent(context, { kind: 'product', id }))
      .finally(() =>
        setTimeout(() => {
          running.delete(key)
          if (current.again) refreshInBackground(current.again, id)
        }, restMs).unref(),
      )
  context.engine.inBackground(refresh, (error) => {
    if (!(error instanceof AppError)) context.log.error({ err: error, product: id }, 'product refresh failed')
  })
}

/** Mirrors the gateway's answer and records outside changes. `askedAt` is when the gateway was asked. */
export async function mirrorReply(
  { engine, shop }: ShopContext,
  reply: ProductReply,
  askedAt: Date,
): Promise<void> {
  await engine.db.transaction((tx) =>
    withOutsideChangesRecorded(tx, shop.id, [reply.id], () => mirrorProducts(tx, shop.id, [reply], askedAt)),
  )
}
