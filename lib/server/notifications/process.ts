import 'server-only'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { readNotification, type NotificationContent } from '../../gateway/notification'
import type { ShopContext } from '../context'
import { holdMatching } from '../customers/hold'
import { linkNotification } from '../customers/link'
import { tellBrowsers } from '../live'
import { refreshInBackground } from '../products/read'
import { loadShop } from '../shops/load'
import { notifications } from '../tables/notifications'
import { blanked, isOfBlanked } from './blank'
import { describeNotification } from './describe'
import { linkProduct, unlinked } from './link-product'

/**
 * Works out what a stored notification says, what it is about and whose it is. May run again: it comes to the same.
 * What is quarantined is described too, so that a person can judge it, and changes nothing else.
 */
export async function processNotification(context: ShopContext, id: string): Promise<void> {
  const { db } = context.engine
  const mine = and(eq(notifications.shopId, context.shop.id), eq(notifications.id, id))
  const [row] = await db.select().from(notifications).where(mine)
  if (!row) return
  if (row.processedAt === null) {
    const content = readNotification(row.body)
    const isTrusted = row.authenticity !== 'unverified'
    const link = isTrusted ? await linkProduct(context, content) : unlinked
    const payers = await db.transaction(async (tx) => {
      await holdMatching(tx, context.shop.id)
      const said = { ...(await describe(tx, context.shop.id, content)), ...link, processedAt: new Date() }
      // Once: by now it may have been blanked (blank.ts).
      const described = await tx
        .update(notifications)
        .set(said)
        .where(and(mine, isNull(notifications.processedAt)))
        .returning({ id: notifications.id })
      return isTrusted && described.length > 0 ? linkNotification(tx, context.shop.id, id) : []
    })
    for (const payer of payers) await tellBrowsers(context, { kind: 'customer', id: payer })
    // A payment changes the stock; the gateway knows how much is left.
    if (link.productId) refreshInBackground(context, link.productId)
  }
  await tellBrowsers(context, { kind: 'notification', id })
}

/** What it says; of a payment by a person who was blanked meanwhile, without them. */
async function describe(tx: Database, shopId: string, content: NotificationContent) {
  const said = describeNotification(content)
  const isBlanked = content.kind === 'transaction' && said.uid && (await isOfBlanked(tx, shopId, said.uid))
  return isBlanked ? blanked(content.json) : said
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
