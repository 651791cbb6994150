import 'server-only'
import { sql } from 'drizzle-orm'
import { roles } from '../../core/permissions'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext, ShopContext } from '../../core/server/context'
import { loadShopRow, type ShopRow, updateShop, withLockedShop } from '../../core/server/shop/change'
import type { FactorRule } from '../schema'

export const readFactorRule = async ({ engine, shop }: ShopContext): Promise<FactorRule> =>
  ruleOf(await loadShopRow(engine.db, shop.id))

const ruleOf = ({ factorRoles, factorGraceDays, version }: ShopRow): FactorRule => ({
  roles: factorRoles,
  grace_days: factorGraceDays,
  version,
})

/**
 * Changes which roles need a second factor. The time to add one restarts for everyone.
 * @throws AppError `conflict`
 */
export async function changeFactorRule(context: ActorContext, given: FactorRule): Promise<FactorRule> {
  const to = {
    roles: roles.filter((role) => given.roles.includes(role)),
    grace_days: given.grace_days,
  }
  return withLockedShop(context, { version: given.version, describe: ruleOf }, async (tx, row) => {
    const { version: _, ...from } = ruleOf(row)
    if (JSON.stringify(from) === JSON.stringify(to)) return ruleOf(row)
    const after = await updateShop(tx, row, {
      factorRoles: to.roles,
      factorGraceDays: to.grace_days,
      factorSince: sql`now()`,
    })
    await recordActivity(tx, context, { action: 'shop.factor_rule_changed', detail: { from, to } })
    return ruleOf(after)
  })
}
