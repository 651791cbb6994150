import 'server-only'
import { and, eq, or, isNull, isNotNull, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { AlertChannel, AlertOccasion } from '../schema'
import type { Database } from '../../db/database'
import type { Engine } from '../../db/engine'
import { publishLiveEvent } from '../../core/server/live'
import { whereDue } from '../../core/server/sql'
import { isMailSetUp } from '../../core/server/sending/mail'
import { whereOf, whereNotArchived } from './list'
import { alertMessages, alerts, alertSettings } from './tables'

const batch = 200

/** SQL: whether a day has passed since the last message. A reminder more than 25 hours ahead is due, too (`whereDue`). */
const whereReminderDue = whereDue(sql`(${alerts.sentAt} + interval '1 day')`, 25 * 3600)

type Row = typeof alerts.$inferSelect

/**
 * Queues the due messages: about new alerts, alerts open for another day, and solved ones. deliver.ts sends them.
 */
export async function writeMessages(engine: Engine): Promise<void> {
  const shops = await engine.db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(alerts)
      .where(
        and(
          eq(alerts.isEndSent, false),
          whereNotArchived(alerts),
          or(isNull(alerts.sentAt), isNotNull(alerts.closedAt), whereReminderDue),
        ),
      )
      .orderBy(alerts.openedAt)
      .limit(batch)
      .for('update', { skipLocked: true })
    for (const row of due) await writeMessagesOf(tx, row)
    return new Set(due.map(({ shopId }) => shopId))
  })
  for (const id of shops) if (id !== null) await publishLiveEvent({ engine, shop: { id } }, { kind: 'alert' })
}

async function writeMessagesOf(tx: Database, row: Row): Promise<void> {
  const isClosed = row.closedAt !== null
  const occasion: AlertOccasion = isClosed ? 'over' : row.sentAt ? 'reminder' : 'raised'
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
    .set({ sentAt: sql`now()`, isEndSent: isClosed })
    .where(and(whereOf(alerts, row.shopId), eq(alerts.id, row.id)))
}

/** Alerts of the installation are mailed to its administrators, if there is a mail server. */
async function channelsOn(tx: Database, shopId: string | null): Promise<AlertChannel[]> {
  if (shopId === null) return (await isMailSetUp(tx)) ? ['mail'] : []
  const [row] = await tx
    .select({ mail: alertSettings.mailEnabled, chat: alertSettings.chatEnabled })
    .from(alertSettings)
    .where(eq(alertSettings.shopId, shopId))
  return (['mail', 'chat'] as const).filter((channel) => row?.[channel])
}

/**
 * Cancels the alert's unsent messages. Returns the channels to notify of the end: those with a delivered message if the
 * problem is solved, otherwise none.
 */
async function channelsToTellEnd(tx: Database, { shopId, id, closedHow }: Row): Promise<AlertChannel[]> {
  const whereAlert = and(whereOf(alertMessages, shopId), eq(alertMessages.alertId, id))
  await tx
    .update(alertMessages)
    .set({ nextAttemptAt: null })
    .where(and(whereAlert, isNotNull(alertMessages.nextAttemptAt)))
  if (closedHow !== 'over') return []
  const delivered = await tx
    .selectDistinct({ channel: alertMessages.channel })
    .from(alertMessages)
    .where(and(whereAlert, isNotNull(alertMessages.deliveredAt)))
  return delivered.map(({ channel }) => channel)
}

/**
 * Loads an alert and locks it, as {@link writeMessages} does. The second of the two sees what the first wrote,
 * so no channel misses the message about the end.
 */
export async function lockAlert(
  tx: Database,
  { shopId, alertId }: Pick<typeof alertMessages.$inferSelect, 'shopId' | 'alertId'>,
): Promise<Row | undefined> {
  const whereAlert = and(whereOf(alerts, shopId), eq(alerts.id, alertId))
  const [row] = await tx.select().from(alerts).where(whereAlert).for('update')
  return row
}

/**
 * Queues the message about the end for a channel whose first message was delivered only after the alert's end had been
 * announced to the other channels. Does nothing if that channel already has one.
 */
export async function tellEndLate(tx: Database, row: Row, channel: AlertChannel): Promise<void> {
  const { shopId, id: alertId, closedHow, isEndSent } = row
  if (!isEndSent || closedHow !== 'over') return
  const [told] = await tx
    .select({ id: alertMessages.id })
    .from(alertMessages)
    .where(
      and(
        whereOf(alertMessages, shopId),
        eq(alertMessages.alertId, alertId),
        eq(alertMessages.channel, channel),
        eq(alertMessages.occasion, 'over'),
      ),
    )
  if (told) return
  await tx.insert(alertMessages).values({ shopId, id: uuidv7(), alertId, channel, occasion: 'over' })
}
