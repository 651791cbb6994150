import 'server-only'
import { and, asc, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { AlertDelivery, AlertItem, AlertList } from '../schema'
import type { Database } from '../../db/database'
import type { ShopContext } from '../../core/server/context'
import { alertMessages, alerts } from './tables'
import { users } from '../../core/server/tables/users'

/** So many of each at most. */
const most = 100
const mostRecent = 30

/** What is open, and what was last closed, newest first, each with what became of telling it. */
export async function listAlerts({ engine, shop }: ShopContext): Promise<AlertList> {
  const { db } = engine
  const mine = eq(alerts.shopId, shop.id)
  const columns = { alert: alerts, dismissedBy: users.name }
  const [open, recent] = await Promise.all([
    db
      .select(columns)
      .from(alerts)
      .leftJoin(users, eq(users.id, alerts.dismissedBy))
      .where(and(mine, isNull(alerts.closedAt)))
      .orderBy(desc(alerts.openedAt))
      .limit(most),
    db
      .select(columns)
      .from(alerts)
      .leftJoin(users, eq(users.id, alerts.dismissedBy))
      .where(and(mine, isNotNull(alerts.closedAt)))
      .orderBy(desc(alerts.closedAt))
      .limit(mostRecent),
  ])
  const told = await deliveriesOf(
    db,
    shop.id,
    [...open, ...recent].map(({ alert }) => alert.id),
  )
  const item = ({ alert, dismissedBy }: (typeof open)[number]): AlertItem => ({
    id: alert.id,
    kind: alert.kind,
    detail: alert.detail,
    opened_at: alert.openedAt.toISOString(),
    closed_at: alert.closedAt?.toISOString() ?? null,
    closed_how: alert.closedHow,
    dismissed_by: dismissedBy,
    deliveries: told.get(alert.id) ?? [],
  })
  return { open: open.map(item), recent: recent.map(item) }
}

async function deliveriesOf(
  db: Database,
  shopId: string,
  ids: string[],
): Promise<Map<string, AlertDelivery[]>> {
  const found = new Map<string, AlertDelivery[]>()
  if (ids.length === 0) return found
  const rows = await db
    .select()
    .from(alertMessages)
    .where(and(eq(alertMessages.shopId, shopId), inArray(alertMessages.alertId, ids)))
    .orderBy(asc(alertMessages.createdAt), asc(alertMessages.id))
  for (const row of rows) found.set(row.alertId, [...(found.get(row.alertId) ?? []), deliveryOf(row)])
  return found
}

const deliveryOf = (row: typeof alertMessages.$inferSelect): AlertDelivery => ({
  id: row.id,
  channel: row.channel,
  occasion: row.occasion,
  created_at: row.createdAt.toISOString(),
  attempts: row.attempts,
  next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
  delivered_at: row.deliveredAt?.toISOString() ?? null,
  last: row.lastOutcome && { outcome: row.lastOutcome, status: row.lastStatus, answer: row.lastAnswer },
})
