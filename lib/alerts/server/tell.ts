import 'server-only'
import { and, eq, lt, or, isNull, isNotNull, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { AlertChannel, AlertOccasion } from '../schema'
import type { Database } from '../../db/database'
import type { Engine } from '../../db/engine'
import { tellBrowsers } from '../../core/server/live'
import { alertMessages, alerts, alertSettings } from './tables'

/** So many alerts at most in one go, the oldest first. */
const batch = 200

type Row = typeof alerts.$inferSelect

/**
 * Writes the messages that are due: of what was raised, of what has been open for another day, and of what came right.
 * Sent they are by whoever takes them up (deliver.ts). Alerts of channels that are off are seen in the application only.
 */
export async function writeMessages(engine: Engine): Promise<void> {
  const shops = await engine.db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(alerts)
      .where(
        and(
          eq(alerts.isEndTold, false),
          or(
            isNull(alerts.toldAt),
            isNotNull(alerts.closedAt),
            lt(alerts.toldAt, sql`now() - interval '1 day'`),
          ),
        ),
      )
      .orderBy(alerts.openedAt)
      .limit(batch)
      .for('update', { skipLocked: true })
    for (const row of due) await writeOf(tx, row)
    return new Set(due.map(({ shopId }) => shopId))
  })
  for (const id of shops) await tellBrowsers({ engine, shop: { id } }, { kind: 'alert' })
}

async function writeOf(tx: Database, row: Row): Promise<void> {
  const isClosed = row.closedAt !== null
  const occasion: AlertOccasion = isClosed ? 'over' : row.toldAt ? 'reminder' : 'raised'
  const channels = isClosed ? await channelsToTellEnd(tx, row) : await channelsOn(tx, row.shopId)
  const made = channels.map((channel) => ({
    shopId: row.shopId,
    id: uuidv7(),
    alertId: row.id,
    channel,
    occasion,
  }))
  if (made.length > 0) await tx.insert(alertMessages).values(made)
  await tx
    .update(alerts)
    .set({ toldAt: sql`now()`, isEndTold: isClosed })
    .where(and(eq(alerts.shopId, row.shopId), eq(alerts.id, row.id)))
}

async function channelsOn(tx: Database, shopId: string): Promise<AlertChannel[]> {
  const [row] = await tx
    .select({ mail: alertSettings.mailEnabled, chat: alertSettings.chatEnabled })
    .from(alertSettings)
    .where(eq(alertSettings.shopId, shopId))
  return (['mail', 'chat'] as const).filter((channel) => row?.[channel])
}

/**
 * The end is told where it is good news, and to who was told of the beginning; what has not been delivered by then is not
 * sent any more.
 */
async function channelsToTellEnd(tx: Database, { shopId, id, closedHow }: Row): Promise<AlertChannel[]> {
  const mine = and(eq(alertMessages.shopId, shopId), eq(alertMessages.alertId, id))
  await tx
    .update(alertMessages)
    .set({ nextAttemptAt: null })
    .where(and(mine, isNotNull(alertMessages.nextAttemptAt)))
  if (closedHow !== 'over') return []
  const told = await tx
    .selectDistinct({ channel: alertMessages.channel })
    .from(alertMessages)
    .where(and(mine, isNotNull(alertMessages.deliveredAt)))
  return told.map(({ channel }) => channel)
}
