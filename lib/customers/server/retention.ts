import 'server-only'
import { eq } from 'drizzle-orm'
import type { Retention, RetentionChange, RetentionEffect } from '../retention'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext, ShopContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { countLimit, totalOf } from '../../core/server/lists/keyset'
import { shops } from '../../core/server/tables/shops'
import { nextCandidates, retentionMonths, type Place } from './retention-due'

/** The queue (retention-run.ts); what it is sent names the shop. */
export const retentionJob = 'customers.retention'

/** The shop's setting. */
export async function readRetention({ engine, shop }: ShopContext): Promise<Retention> {
  return { months: await retentionMonths(engine.db, shop.id) }
}

/** Customers looked at in one statement: others get their turn in between. */
const pageRows = 2000

/** How many customers would be anonymised now (lib/customers/retention.ts). */
export async function retentionEffectOf(
  { engine, shop }: ShopContext,
  months: number,
  now = new Date(),
): Promise<RetentionEffect> {
  const period = { shopId: shop.id, months, now }
  let due = 0
  let after: Place | null = null
  while (due < countLimit) {
    const page = await nextCandidates(engine.db, period, after, pageRows)
    due += page.filter((one) => one.due).length
    after = page.at(-1) ?? null
    if (page.length < pageRows) break
  }
  return totalOf(Math.min(due, countLimit))
}

/**
 * Changes the setting. Who switches it on, or shortens it, says how many customers they were told it concerns now; it
 * begins at once.
 * @throws AppError `conflict` where it is more by now: `current` says how many.
 */
export async function changeRetention(context: ActorContext, change: RetentionChange): Promise<Retention> {
  const { engine, shop } = context
  const months = change.enabled ? change.months : null
  if (change.enabled) {
    const effect = await retentionEffectOf(context, change.months)
    if (effect.total > change.expected) throw new AppError('conflict', { current: effect })
  }
  await engine.db.transaction(async (tx) => {
    const [row] = await tx
      .select({ before: shops.retentionMonths })
      .from(shops)
      .where(eq(shops.id, shop.id))
      .for('update')
    if (row?.before === months) return
    await tx.update(shops).set({ retentionMonths: months }).where(eq(shops.id, shop.id))
    const detail = { before: row?.before ?? null, after: months }
    await recordActivity(tx, context, { action: 'retention.changed', detail })
  })
  if (months !== null) await engine.jobs.send(retentionJob, { shopId: shop.id }, { key: shop.id })
  return { months }
}
