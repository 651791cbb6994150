import 'server-only'
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
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
import { oldHookKeys, oldSecretKeys } from '../../core/server/tables/shops'
import { memberships, users } from '../../core/server/tables/users'
import { loadShopRow, requireVersion, updateShop, type ShopRow } from '../../core/server/shop/change'
import type { Database } from '../../db/database'
import { forgetKnownShops } from '../../notifications/server/receiving/verify'
import type { ShopDeletion, ShopDeletionOrder } from '../deletion'
import type { Archiving, ShopConnection } from '../schema'
import { removeSoon } from './remove-rows'
import { describe } from './connection/connection'

/** Returns why the shop cannot be deleted, if so, and its last export. */
export async function readDeletion({ engine, shop, actor }: ActorContext): Promise<ShopDeletion> {
  const row = await loadShopRow(engine.db, shop.id)
  const obstacle = await obstacleOf(row, actor.userId)
  return { obstacle, exported: await lastExport(engine.db, row) }
}

/**
 * Deletes an archived shop for ever. Only an administrator who owns the shop may do so. The shop, its keys and its
 * notification address are gone at once; its rows are removed in the background (remove-rows.ts). The activity of the
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
    const row = await loadShopRow(tx, shop.id, { isHeld: true })
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
  const { engine, shop, actor } = context
  const row = await engine.db.transaction(async (tx) => {
    const before = await loadShopRow(tx, shop.id, { isHeld: true })
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
