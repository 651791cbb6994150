import 'server-only'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { readNotification, type NotificationContent } from '../../gateway/notification'
import type { ShopContext } from '../context'
import { searchText } from '../fold'
import { tellBrowsers } from '../live'
import { refreshInBackground } from '../products/read'
import { loadShop } from '../shops/load'
import { notifications } from '../tables/notifications'
import { linkProduct, unlinked } from './link-product'

/**
 * Works out what a stored notification says and what it is about. May run again: it changes nothing but the
 * notification's own columns. What is quarantined is described too, so that a person can judge it, and
 * changes nothing else.
 */
export async function processNotification(context: ShopContext, id: string): Promise<void> {
  const { db } = context.engine
  const mine = and(eq(notifications.shopId, context.shop.id), eq(notifications.id, id))
  const [row] = await db.select().from(notifications).where(mine)
  if (!row) return
  if (row.processedAt === null) {
    const content = readNotification(row.body)
    const link = row.authenticity === 'unverified' ? unlinked : await linkProduct(context, content)
    await db
      .update(notifications)
      .set({ ...describe(content), ...link, processedAt: new Date() })
      .where(mine)
    // A payment changes the stock; the gateway knows how much is left.
    if (link.productId) refreshInBackground(context, link.productId)
  }
  await tellBrowsers(context, { kind: 'notification', id })
}

/** The columns that lists show. NUL, which PostgreSQL's text refuses, is dropped here; the body keeps it. */
function describe(content: NotificationContent): Partial<typeof notifications.$inferInsert> {
  const clean = (text: string | null | undefined) => text?.replaceAll('\0', '').slice(0, 1000) ?? null
  if (content.kind === 'transaction') {
    const { transaction } = content
    const named = {
      uid: clean(transaction.uid),
      description: clean(transaction.description),
      trackingId: clean(transaction.tracking_id),
    }
    const email = clean(transaction.customer?.email)
    return {
      kind: 'transaction',
      ...named,
      email,
      status: clean(transaction.status),
      type: clean(transaction.type),
      message: clean(transaction.message),
      amount: transaction.amount ?? null,
      currency: clean(transaction.currency),
      cardBrand: clean(transaction.credit_card?.brand),
      cardLast4: clean(transaction.credit_card?.last_4),
      test: transaction.test ?? null,
      search: searchText(Object.values(named)),
      searchPersonal: searchText([email]),
    }
  }
  if (content.kind === 'expired_checkout') {
    const { checkout } = content
    const named = {
      description: clean(checkout.order?.description),
      trackingId: clean(checkout.order?.tracking_id),
    }
    return {
      kind: 'expired_checkout',
      ...named,
      status: 'expired',
      message: clean(checkout.message),
      amount: checkout.order?.amount ?? null,
      currency: clean(checkout.order?.currency),
      test: checkout.test ?? null,
      search: searchText(Object.values(named)),
    }
  }
  return { kind: content.kind, search: '' }
}

/** Older than this, an unprocessed notification was cut off with its process. */
const leftBehindMinutes = 1

const sweepRows = 500

/** Processes what a crash or a failure left behind, each once; what fails again waits for the next round. */
export async function processLeftBehind(
  context: Omit<ShopContext, 'shop' | 'actor'>,
  olderThanMinutes = leftBehindMinutes,
): Promise<void> {
  let after: string | null = null
  for (;;) {
    // IDs are made in the order of time, so that a round goes on behind what it has already tried.
    const rows: { shopId: string; id: string }[] = await context.engine.db
      .select({ shopId: notifications.shopId, id: notifications.id })
      .from(notifications)
      .where(
        and(
          isNull(notifications.processedAt),
          lt(notifications.receivedAt, sql`now() - make_interval(mins => ${olderThanMinutes})`),
          after === null ? undefined : gt(notifications.id, after),
        ),
      )
      .orderBy(notifications.id)
      .limit(sweepRows)
    for (const row of rows) await processOne(context, row)
    after = rows.at(-1)?.id ?? null
    if (rows.length < sweepRows) return
  }
}

/** One that cannot be processed must not keep those after it waiting. */
async function processOne(
  context: Omit<ShopContext, 'shop' | 'actor'>,
  { shopId, id }: { shopId: string; id: string },
): Promise<void> {
  const shop = await loadShop(context.engine.db, shopId)
  if (!shop) return
  await processNotification({ ...context, shop, actor: null }, id).catch((error: unknown) =>
    context.log.error({ err: error, shop: shopId, notification: id }, 'notification not processed'),
  )
}
