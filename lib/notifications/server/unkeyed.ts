import 'server-only'
import { and, gt, isNotNull, isNull } from 'drizzle-orm'
import type { ShopContext } from '../../core/server/context'
import { holdMatching } from '../../customers/server/hold'
import { loadShop } from '../../core/server/shop/load'
import { notifications } from './tables'
import { workOut } from './work-out'

const pageRows = 500

/**
 * Works out by what notifications of an earlier release name their payers, and whose they are. Here and not when the
 * tables are changed, so that nobody waits for millions of them. One that fails waits for the next round.
 */
export async function keyOldNotifications({
  engine,
  log,
}: Pick<ShopContext, 'engine' | 'log'>): Promise<void> {
  const { db } = engine
  let after: string | null = null
  for (;;) {
    const rows: { shopId: string; id: string }[] = await db
      .select({ shopId: notifications.shopId, id: notifications.id })
      .from(notifications)
      .where(
        and(
          isNull(notifications.keys),
          isNotNull(notifications.processedAt),
          after === null ? undefined : gt(notifications.id, after),
        ),
      )
      .orderBy(notifications.id)
      .limit(pageRows)
    for (const { shopId, id } of rows)
      await db
        .transaction(async (tx) => {
          await holdMatching(tx, shopId)
          const shop = await loadShop(tx, shopId)
          if (shop) await workOut(tx, { engine, shop }, id)
        })
        .catch((error: unknown) =>
          log.error(
            { err: error, shop: shopId, notification: id },
            'notification of an earlier release not keyed',
          ),
        )
    after = rows.at(-1)?.id ?? null
    if (rows.length < pageRows) return
  }
}
