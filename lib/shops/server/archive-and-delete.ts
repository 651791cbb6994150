import 'server-only'
import { and, desc, eq, gt, isNull, sql, isNotNull, lt } from 'drizzle-orm'
import { getTranslator } from '../../core/i18n/server'
import { recordActivity } from '../../core/server/activity/record'
import { chainHead } from '../../core/server/activity/seal'
import { isAdministrator } from '../../core/server/auth/administrator'
import { config } from '../../core/server/config/config'
import type { ActorContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { publishLiveEvent } from '../../core/server/live'
import { newHookKey, sandboxShop } from '../../core/server/shop/load'
import { activity } from '../../core/server/tables/requests'
import { oldHookKeys, oldSecretKeys, shops } from '../../core/server/tables/shops'
import { memberships, users } from '../../core/server/tables/users'
import {
  loadShopRow,
  lockShopRow,
  requireVersion,
  updateShop,
  type ShopRow,
} from '../../core/server/shop/change'
import type { Database } from '../../db/database'
import { forgetKnownShops } from '../../notifications/server/receiving/verify'
import { forgetServiceAccounts } from '../../core/server/accounts/service-accounts'
import { correlatedLog } from '../../core/server/log/log'
import { deleteBatch } from '../../db/delete-batch'
import type { Engine } from '../../db/engine'
import type { ShopDeletion, ShopDeletionOrder } from '../deletion'
import type { Archiving, ShopConnection } from '../schema'
import { describe } from './connection/connection'

/** Returns why the shop cannot be deleted, if so, and its last export. */
export async function readDeletion({ engine, shop, actor }: ActorContext): Promise<ShopDeletion> {
  const row = await loadShopRow(engine.db, shop.id)
  const obstacle = await obstacleOf(row, actor.userId)
  return { obstacle, exported: await lastExport(engine.db, row) }
}

/**
 * Deletes an archived shop for ever. Only an administrator who owns the shop may do so. The shop, its keys and its
 * notification address are gone at once; its rows are removed in the background. The activity of the
 * installation keeps a record of the shop.
 * @throws AppError `conflict`, `forbidden`, `invalid` if it cannot be deleted, its name is another one, or no export was
 * made since it was archived
 */
export async function deleteShop(
  context: ActorContext,
  { version, name, without_export: isWithoutExport }: ShopDeletionOrder,
): Promise<{ name: string }> {
  const { engine, shop, actor } = context
  const seen = await loadShopRow(engine.db, shop.id)
  requireVersion(seen, version)
  await refuseObstacle(context, seen)
  const deleted = await engine.db.transaction(async (tx) => {
    const row = await lockShopRow(tx, context)
    requireVersion(row, version) // Still unchanged.
    if (name !== row.name.trim()) throw invalid('name', 'otherName', { name: row.name })
    const exported = await lastExport(tx, row)
    if (!exported && !isWithoutExport) throw invalid('without_export', 'notExported')
    await hide(tx, row)
    const detail = {
      name: row.name,
      mode: row.mode,
      gateway_shop_id: row.gatewayShopId,
      exported_at: exported?.at ?? null,
      // The end of its chain, which later proves the content of a copy.
      activity: await chainHead(tx, shop.id),
    }
    await recordActivity(tx, { shop: null, actor }, { action: 'shop.deleted', subject: shop.id, detail })
    return row
  })
  forgetKnownShops()
  await removeSoon(engine)
  // Open pages ask whether they may still show the shop.
  await publishLiveEvent(context, { kind: 'people' })
  return { name: deleted.name }
}

async function refuseObstacle({ actor }: ActorContext, row: ShopRow): Promise<void> {
  const obstacle = await obstacleOf(row, actor.userId)
  if (obstacle === null) return
  if (obstacle === 'administrator') throw new AppError('forbidden')
  throw invalid('base', `obstacles.${obstacle}`)
}

async function obstacleOf(row: ShopRow, userId: string): Promise<ShopDeletion['obstacle']> {
  const { sandbox, environmentShop: given } = config.get()
  if (!row.archivedAt) return 'in_use'
  if (sandbox && row.id === sandboxShop) return 'sandbox'
  const isGiven =
    given &&
    (row.id === `shop-${given.shopId}` || (row.gatewayShopId === given.shopId && row.apmUrl === given.apmUrl))
  if (isGiven) return 'environment'
  return (await isAdministrator(userId)) ? null : 'administrator'
}

/** The last complete export that was begun after the shop was archived. */
async function lastExport(db: Database, { id, archivedAt }: ShopRow): Promise<ShopDeletion['exported']> {
  if (!archivedAt) return null
  const [last] = await db
    .select({ at: activity.at, by: users.name })
    .from(activity)
    .leftJoin(users, eq(users.id, activity.actorId))
    .where(
      and(
        eq(activity.shopId, id),
        isNull(activity.subject),
        eq(activity.action, 'shop.exported'),
        gt(activity.at, archivedAt),
        sql`${activity.detail}->'complete' = 'true'::jsonb`,
        sql`(${activity.detail}->>'begun_at')::timestamptz > ${archivedAt.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(desc(activity.at))
    .limit(1)
  return last ? { at: last.at.toISOString(), by: last.by } : null
}

/** Hides a locked shop from everyone. Its keys are deleted first. */
async function hide(tx: Database, row: ShopRow): Promise<void> {
  await updateShop(tx, row, {
    deletedAt: new Date(),
    hookKey: newHookKey(),
    secretKeySealed: Buffer.alloc(0),
    verificationSecretSealed: null,
  })
  for (const table of [oldSecretKeys, oldHookKeys, memberships])
    await tx.delete(table).where(eq(table.shopId, row.id))
}

const invalid = (
  field: string,
  key: 'otherName' | 'notExported' | `obstacles.${Exclude<ShopDeletion['obstacle'], null | 'administrator'>}`,
  values: { name?: string } = {},
) => new AppError('invalid', { errors: { [field]: [getTranslator('shops')(`deletion.${key}`, values)] } })

/**
 * Archives a shop, or restores it, and records that. An archived shop can only be read, and its gateway, endpoints and
 * forwarding addresses are not called. Notifications are still recorded.
 * @throws AppError `conflict`
 */
export async function archiveShop(
  context: ActorContext,
  { version, is_archived: isArchived }: Archiving,
): Promise<ShopConnection> {
  const { engine, actor } = context
  const row = await engine.db.transaction(async (tx) => {
    const before = await lockShopRow(tx, context)
    if ((before.archivedAt !== null) === isArchived) return before
    requireVersion(before, version)
    const by = isArchived ? actor.userId : null
    const after = await updateShop(tx, before, { archivedAt: isArchived ? new Date() : null, archivedBy: by })
    await recordActivity(tx, context, {
      action: isArchived ? 'shop.archived' : 'shop.taken_back',
      detail: {},
    })
    return after
  })
  forgetKnownShops()
  return describe(context, row)
}

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

const removeSoon = ({ queues }: Pick<Engine, 'queues'>): Promise<void> =>
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
