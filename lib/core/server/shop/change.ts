import 'server-only'
import { and, eq, isNull } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Database } from '../../../db/database'
import { may, type Permission } from '../../permissions'
import type { ActorContext } from '../context'
import { AppError } from '../errors'
import { shops } from '../tables/shops'
import { memberships } from '../tables/users'
import { whereNotDeleted } from './load'

export type ShopRow = typeof shops.$inferSelect

/**
 * Loads a shop with all settings. `isHeld` locks its row until the transaction ends.
 * @throws AppError `not_found` if it was deleted
 */
export async function loadShopRow(db: Database, shopId: string, { isHeld = false } = {}): Promise<ShopRow> {
  const query = db
    .select()
    .from(shops)
    .where(and(eq(shops.id, shopId), whereNotDeleted))
  const [row] = isHeld ? await query.for('no key update') : await query
  if (!row) throw new AppError('not_found')
  return row
}

/**
 * Refuses a change by a person who has not seen what others saved. All settings of a shop share one version; other rows
 * have their own. `current`: the present settings.
 * @throws AppError `conflict`
 */
export function requireVersion(
  row: Pick<ShopRow, 'version'>,
  version: number,
  current: Record<string, unknown> = {},
): void {
  if (row.version !== version)
    throw new AppError('conflict', { current: { ...current, version: row.version } })
}

/** Writes a shop that is locked, and increases its version. */
export async function updateShop(
  tx: Database,
  { id, version }: Pick<ShopRow, 'id' | 'version'>,
  set: Omit<PgUpdateSetSource<typeof shops>, 'id' | 'version'> = {},
): Promise<ShopRow> {
  const [after] = await tx
    .update(shops)
    .set({ ...set, version: version + 1 })
    .where(and(eq(shops.id, id), eq(shops.version, version)))
    .returning()
  if (!after) throw new AppError('conflict')
  return after
}

/**
 * Runs `change` in a transaction on the locked shop. `describe`: what a refusal says about the present settings.
 * @throws AppError `conflict` if the shop has changed since `version`; `forbidden` and `not_found` as `lockShopRow`
 */
export const withLockedShop = <Result>(
  context: ActorContext,
  { version, describe }: { version: number; describe?: (row: ShopRow) => Record<string, unknown> },
  change: (tx: Database, before: ShopRow) => Promise<Result>,
): Promise<Result> =>
  context.engine.db.transaction(async (tx) => {
    const before = await lockShopRow(tx, context)
    requireVersion(before, version, describe?.(before))
    return change(tx, before)
  })

/**
 * Locks the shop until the transaction ends, and returns it. Meanwhile no other request can change the actor's role.
 * @throws AppError `forbidden` if the actor no longer has the role with which the request was let in; `not_found`
 */
export async function lockShopRow(tx: Database, context: ActorContext): Promise<ShopRow> {
  const row = await loadShopRow(tx, context.shop.id, { isHeld: true })
  const member = await memberOf(tx, context)
  if (member?.role !== context.actor.role) throw new AppError('forbidden')
  return row
}

/**
 * Locks the shop until the transaction ends. Meanwhile no other request can change the actor's role.
 * @throws AppError `forbidden` if the actor's role no longer has the permission
 */
export async function lockShopAs(tx: Database, context: ActorContext, permission: Permission): Promise<void> {
  await tx.select({ id: shops.id }).from(shops).where(eq(shops.id, context.shop.id)).for('no key update')
  const member = await memberOf(tx, context)
  if (!member || !may(member, permission)) throw new AppError('forbidden')
}

/** Returns the actor's membership of the shop, unless it is disabled. */
async function memberOf(tx: Database, { shop, actor }: ActorContext) {
  const whereMember = and(
    eq(memberships.shopId, shop.id),
    eq(memberships.userId, actor.userId),
    isNull(memberships.disabledAt),
  )
  const [member] = await tx.select({ role: memberships.role }).from(memberships).where(whereMember)
  return member
}
