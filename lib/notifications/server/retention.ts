import 'server-only'
import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { NotificationRetentionEffect, NotificationRetentionQuery } from '../settings'
import { exactTotalLimit } from '../../core/paging'
import type { Database } from '../../db/database'
import type { ShopContext } from '../../core/server/context'
import { countLimit } from '../../core/server/lists/keyset'
import { notifications } from './tables'

/** The queue (retention-run.ts); what it is sent names the shop. */
export const notificationRetentionJob = 'notifications.retention'

/** What is removed: the bodies, or what they and the columns say of people. */
export type Removal = 'payloads' | 'personal'

const removedAt = {
  payloads: notifications.payloadRemovedAt,
  personal: notifications.personalRemovedAt,
} as const

/** The shop's notifications that were received more than so many months ago, and still have it. */
export const isDue = (shopId: string, removal: Removal, months: number, now: Date): SQL =>
  and(
    eq(notifications.shopId, shopId),
    sql`${notifications.receivedAt} < ${beforeOf(months, now)}`,
    isNull(removedAt[removal]),
  ) as SQL

/** By calendar months, in UTC. */
export const beforeOf = (months: number, now: Date): SQL =>
  sql`((${now.toISOString()}::timestamptz AT TIME ZONE 'UTC' - make_interval(months => ${months}::int)) AT TIME ZONE 'UTC')`

/** How many notifications these periods would concern now; counted up to the limit of exact totals. */
export async function notificationRetentionEffect(
  { engine, shop }: ShopContext,
  { payload_months: payload, personal_months: personal }: NotificationRetentionQuery,
  now = new Date(),
): Promise<NotificationRetentionEffect> {
  const due = (removal: Removal, months: number | undefined) =>
    months === undefined ? 0 : count(engine.db, isDue(shop.id, removal, months, now))
  const [payloads, people] = [await due('payloads', payload), await due('personal', personal)]
  return {
    payloads: Math.min(payloads, exactTotalLimit),
    personal: Math.min(people, exactTotalLimit),
    exact: payloads <= exactTotalLimit && people <= exactTotalLimit,
  }
}

async function count(db: Database, where: SQL): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM (SELECT 1 FROM ${notifications} WHERE ${where} LIMIT ${countLimit}) due`,
  )
  return rows[0]?.count ?? 0
}
