import 'server-only'
import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import { forgetServiceAccounts } from '../../core/server/accounts/service-accounts'
import { correlatedLog } from '../../core/server/log/log'
import { shops } from '../../core/server/tables/shops'
import { deleteBatch } from '../../db/delete-batch'
import type { Database } from '../../db/database'
import type { Engine } from '../../db/engine'

const queue = 'shops.remove'
/**
 * How long rows are left after a shop was hidden. Other processes know its notification address for 5 more seconds
 * (lib/notifications/server/receiving/verify.ts), and store what arrives meanwhile.
 */
const restSeconds = 10
const batchRows = 1000
/** How long one turn takes, in ms. */
const turnMs = 60_000

export type SandboxRows = {
  /**
   * Removes up to `limit` rows of a shop at this installation's sandbox, and at last that shop, also while the sandbox is
   * off. Returns whether nothing is left.
   */
  removeSandboxShop: (tx: Database, shop: { shopId: number; limit: number }) => Promise<boolean>
}

/** Registers the queue that removes the rows of deleted shops. After a kill, the next minute continues it. */
export async function startRemoving(engine: Engine, sandboxRows: SandboxRows): Promise<void> {
  await engine.queues.eachMinute(queue, async () => {
    const isDone = await removeDeletedShops(engine, { until: performance.now() + turnMs, ...sandboxRows })
    if (!isDone && !engine.ending.aborted) await engine.queues.send(queue, {}, { key: queue })
  })
}

export const removeSoon = ({ queues }: Pick<Engine, 'queues'>): Promise<void> =>
  queues.send(queue, {}, { key: queue, afterSeconds: restSeconds })

/**
 * Removes the rows of deleted shops in batches, until `until` (`performance.now()`), and at last the shops themselves.
 * Can be interrupted and resumed. A failure is logged, keeps no other shop waiting, and leaves the rest of its shop to
 * the next run.
 * @returns whether it came to the end of the shops
 */
export async function removeDeletedShops(
  engine: Engine,
  { until, removeSandboxShop }: { until: number } & SandboxRows,
): Promise<boolean> {
  const hidden = await engine.db
    .select({ id: shops.id })
    .from(shops)
    .where(lt(shops.deletedAt, sql`now() - make_interval(secs => ${restSeconds})`))
  for (const { id } of hidden) {
    try {
      while ((await removeBatch(engine, id, removeSandboxShop)) === 'more')
        if (performance.now() >= until || engine.ending.aborted) return false
    } catch (error) {
      correlatedLog().error({ err: error, shop: id }, 'rows of a deleted shop are not removed')
    }
  }
  return true
}

/** Removes one batch. The shop itself is removed in the transaction that finds no rows left. */
const removeBatch = (
  { db }: Engine,
  id: string,
  removeSandboxShop: SandboxRows['removeSandboxShop'],
): Promise<'more' | 'done'> =>
  db.transaction(async (tx) => {
    // Locked, so that one process works on it, and nothing new can refer to it.
    const [shop] = await tx
      .select({ mode: shops.mode, gatewayShopId: shops.gatewayShopId })
      .from(shops)
      .where(and(eq(shops.id, id), isNotNull(shops.deletedAt)))
      .for('update', { skipLocked: true })
    if (!shop) return 'done'
    const batch = { limit: batchRows }
    if (!(await deleteBatch(tx, { ...batch, schema: 'public', shopId: id }))) return 'more'
    const isAtSandbox = shop.mode === 'sandbox'
    if (isAtSandbox && !(await removeSandboxShop(tx, { ...batch, shopId: shop.gatewayShopId }))) return 'more'
    await forgetServiceAccounts(tx)
    await tx.delete(shops).where(eq(shops.id, id))
    correlatedLog().info({ shop: id }, 'all rows of a deleted shop are removed')
    return 'done'
  })
