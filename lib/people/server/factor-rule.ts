import 'server-only'
import { eq, sql } from 'drizzle-orm'
import { roles } from '../../core/permissions'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext, ShopContext } from '../../core/server/context'
import { shops } from '../../core/server/tables/shops'
import type { Database } from '../../db/database'
import type { FactorRule } from '../schema'

export const readFactorRule = ({ engine, shop }: ShopContext): Promise<FactorRule> => load(engine.db, shop.id)

async function load(db: Database, id: string, { locks = false } = {}): Promise<FactorRule> {
  const query = db
    .select({ roles: shops.factorRoles, grace_days: shops.factorGraceDays })
    .from(shops)
    .where(eq(shops.id, id))
  const [row] = locks ? await query.for('no key update') : await query
  if (!row) throw new Error('a shop that somebody is in is gone')
  return row
}

/** Changes which roles need a second factor. The time to add one begins anew for everybody. */
export async function changeFactorRule(context: ActorContext, given: FactorRule): Promise<FactorRule> {
  const { engine, shop } = context
  const next = { ...given, roles: roles.filter((role) => given.roles.includes(role)) }
  await engine.db.transaction(async (tx) => {
    const before = await load(tx, shop.id, { locks: true })
    if (JSON.stringify([before.roles, before.grace_days]) === JSON.stringify([next.roles, next.grace_days]))
      return
    await tx
      .update(shops)
      .set({ factorRoles: next.roles, factorGraceDays: next.grace_days, factorSince: sql`now()` })
      .where(eq(shops.id, shop.id))
    await recordActivity(tx, context, {
      action: 'shop.factor_rule_changed',
      detail: { from: before, to: next },
    })
  })
  return next
}
