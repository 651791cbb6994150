import 'server-only'
import type { ProductDetail } from '../schema'
import { singleton } from '../../db/singleton'
import type { ShopContext } from '../../core/server/context'
import { AppError, GatewayError } from '../../core/server/errors'
import { readAtGateway } from '../../gateway/client/products'
import { productId, type ProductReply } from '../../gateway/product'
import { tellBrowsers } from '../../core/server/live'
import { productDetail, submittersOf, toDetail } from './item'
import { findProduct } from './load'
import { mirrorProducts } from './mirror'
import { notingOutsideChanges } from './note-outside'

/** A product of which the mirror heard more recently than this is not asked for again. */
const freshMs = 10_000

/**
 * A product: from the mirror where it is known (and asked for again in the background), else from the
 * gateway, so that one made elsewhere a moment ago is found too.
 * @throws AppError `not_found`, or GatewayError where only the gateway could have known.
 */
export async function readProduct(context: ShopContext, id: string): Promise<ProductDetail> {
  const row = await findProduct(context, id)
  if (!row) return refreshProduct(context, id)
  const fresh =
    Date.now() - row.syncedAt.valueOf() <= freshMs || justRefreshed.peek()?.has(keyOf(context, id))
  if (!fresh) refreshInBackground(context, id)
  return toDetail(row, await submittersOf(context, row))
}

/** Asks the gateway for one product (endpoint 4) and mirrors it. An invalid or unknown ID is a 302 there. */
async function refreshProduct(context: ShopContext, id: string): Promise<ProductDetail> {
  if (!productId.safeParse(id).success) throw new AppError('not_found')
  const askedAt = new Date()
  try {
    const reply = await readAtGateway(context, id)
    await mirrorHeard(context, reply, askedAt)
  } catch (error) {
    const unknown =
      error instanceof GatewayError &&
      (error.code === 'gateway_not_found' || error.code === 'gateway_redirect')
    throw unknown ? new AppError('not_found', { detail: error.detail, cause: error }) : error
  }
  return productDetail(context, id)
}

/**
 * Products that were asked for a moment ago: an answer that took longer than `freshMs` is old when it comes, and
 * the page that hears of it would ask again for ever.
 */
const justRefreshed = singleton<Set<string>>('products-just-refreshed')
const keyOf = ({ shop }: ShopContext, id: string) => `${shop.id} ${id}`

function noteRefresh(key: string): void {
  if (!justRefreshed.peek()) justRefreshed.set(new Set())
  justRefreshed.get().add(key)
  setTimeout(() => justRefreshed.get().delete(key), freshMs).unref()
}

/** How long a product is left in peace after it was asked for. */
const restMs = 1_000

type Refresh = { again: boolean }
const refreshes = singleton<Map<string, Refresh>>('product-refreshes')

/**
 * The same without waiting; who looks is told when it is done, and the page shows how old its data is. One at a time
 * for a product, and once more after {@link restMs} when asked meanwhile: a hundred payments are not a hundred questions.
 */
export function refreshInBackground(context: ShopContext, id: string): void {
  if (!refreshes.peek()) refreshes.set(new Map())
  const running = refreshes.get()
  const key = keyOf(context, id)
  const earlier = running.get(key)
  if (earlier) {
    earlier.again = true
    return
  }
  const mine: Refresh = { again: false }
  running.set(key, mine)
  refreshProduct(context, id)
    .finally(() => noteRefresh(key)) // Before anybody is told, and looks again.
    .then(() => tellBrowsers(context, { kind: 'product', id }))
    .catch((error: unknown) => {
      if (!(error instanceof AppError))
        context.log.error({ err: error, product: id }, 'product refresh failed')
    })
    .finally(() =>
      setTimeout(() => {
        running.delete(key)
        if (mine.again) refreshInBackground(context, id)
      }, restMs).unref(),
    )
}

/**
 * Mirrors what the gateway says of one product, and notes what changed there. `askedAt`: when the gateway was asked.
 */
export async function mirrorHeard(
  { engine, shop }: ShopContext,
  reply: ProductReply,
  askedAt: Date,
): Promise<void> {
  await engine.db.transaction((tx) =>
    notingOutsideChanges(tx, shop.id, [reply.id], () => mirrorProducts(tx, shop.id, [reply], askedAt)),
  )
}
