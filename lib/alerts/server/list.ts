import 'server-only'
import { and, asc, desc, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { may } from '../../core/permissions'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext, SignedIn } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { publishLiveEvent } from '../../core/server/live'
import { qualified } from '../../core/server/sql'
import { users } from '../../core/server/tables/users'
import type { Database } from '../../db/database'
import type { Engine } from '../../db/engine'
import type { Queues } from '../../db/queues'
import {
  type AlertDelivery,
  type AlertItem,
  type AlertList,
  defaultAlertRules,
  type AlertDetail,
  type AlertRules,
} from '../schema'
import type { AlertKind } from '../kinds'
import { alertMessages, alerts, alertSettings } from './tables'

const most = 100
const maxRecent = 30

type OfShop = Pick<ActorContext, 'engine' | 'shop' | 'actor'>
/** Alerts of the installation. Only administrators see them. */
type OfInstallation = { engine: Engine; shop: null }

export const whereOf = (table: typeof alerts | typeof alertMessages, shopId: string | null): SQL =>
  shopId === null ? isNull(table.shopId) : eq(table.shopId, shopId)

/** Leaves out alerts of archived shops. They are sent if the shop is restored. */
export const whereNotArchived = (table: typeof alerts | typeof alertMessages): SQL =>
  sql`NOT EXISTS (SELECT FROM shops s WHERE s.id = ${qualified(table.shopId)} AND s.archived_at IS NOT NULL)`

/**
 * Returns the open alerts and the recently closed ones, newest first, with their messages. Only people with
 * `alerts.manage` get a mail server's answer, because it names recipients.
 */
export async function listAlerts(scope: OfShop | OfInstallation): Promise<AlertList> {
  const { db } = scope.engine
  const shopId = scope.shop?.id ?? null
  const isAnswerShown = scope.shop === null || may(scope.actor, 'alerts.manage')
  const whereAlerts = whereOf(alerts, shopId)
  const columns = { alert: alerts, dismissedBy: users.name }
  const [open, recent] = await Promise.all([
    db
      .select(columns)
      .from(alerts)
      .leftJoin(users, eq(users.id, alerts.dismissedBy))
      .where(and(whereAlerts, isNull(alerts.closedAt)))
      .orderBy(desc(alerts.openedAt))
      .limit(most),
    db
      .select(columns)
      .from(alerts)
      .leftJoin(users, eq(users.id, alerts.dismissedBy))
      .where(and(whereAlerts, isNotNull(alerts.closedAt)))
      .orderBy(desc(alerts.closedAt))
      .limit(maxRecent),
  ])
  const messages = await messagesOf(
    db,
    shopId,
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
    deliveries: (messages.get(alert.id) ?? []).map((row) => deliveryOf(row, isAnswerShown)),
  })
  return { open: open.map(item), recent: recent.map(item) }
}

type MessageRow = typeof alertMessages.$inferSelect

async function messagesOf(
  db: Database,
  shopId: string | null,
  ids: string[],
): Promise<Map<string, MessageRow[]>> {
  const found = new Map<string, MessageRow[]>()
  if (ids.length === 0) return found
  const rows = await db
    .select()
    .from(alertMessages)
    .where(and(whereOf(alertMessages, shopId), inArray(alertMessages.alertId, ids)))
    .orderBy(asc(alertMessages.createdAt), asc(alertMessages.id))
  for (const row of rows) found.set(row.alertId, [...(found.get(row.alertId) ?? []), row])
  return found
}

const deliveryOf = (row: MessageRow, isAnswerShown: boolean): AlertDelivery => ({
  id: row.id,
  channel: row.channel,
  occasion: row.occasion,
  created_at: row.createdAt.toISOString(),
  attempts: row.attempts,
  next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
  delivered_at: row.deliveredAt?.toISOString() ?? null,
  last: row.lastOutcome && {
    outcome: row.lastOutcome,
    status: row.lastStatus,
    answer: isAnswerShown ? row.lastAnswer : null,
  },
})

/**
 * Closes an open alert, and records who. A closed alert does not change.
 * @throws AppError `not_found`
 */
export async function dismissAlert(
  context: OfShop | (OfInstallation & { actor: SignedIn }),
  id: string,
): Promise<AlertList> {
  const { engine, shop, actor } = context
  if (!z.uuid().safeParse(id).success) throw new AppError('not_found')
  const whereAlert = and(whereOf(alerts, shop?.id ?? null), eq(alerts.id, id))
  await engine.db.transaction(async (tx) => {
    const [row] = await tx.select({ kind: alerts.kind }).from(alerts).where(whereAlert)
    if (!row) throw new AppError('not_found')
    const closed = await tx
      .update(alerts)
      .set({ closedAt: sql`now()`, closedHow: 'dismissed', dismissedBy: actor.userId })
      .where(and(whereAlert, isNull(alerts.closedAt)))
      .returning({ id: alerts.id })
    if (closed.length > 0)
      await recordActivity(tx, context, {
        action: 'alert.dismissed',
        subject: id,
        detail: { kind: row.kind },
      })
  })
  if (shop) await publishLiveEvent({ engine, shop }, { kind: 'alert' })
  return listAlerts(context)
}

export const alertsQueue = 'alerts.tell'

/** `subject` distinguishes alerts of one kind. Neither `subject` nor `detail` contains personal data. */
type Raised = { kind: AlertKind; subject: string; detail: AlertDetail }

export async function alertRulesOf(db: Database, shopId: string): Promise<AlertRules> {
  const [row] = await db
    .select({ rules: alertSettings.rules })
    .from(alertSettings)
    .where(eq(alertSettings.shopId, shopId))
  // Rules that an earlier release stored lack newer kinds.
  return { ...defaultAlertRules, ...row?.rules }
}

/** Alerts of the installation have no rules: they are always on. */
async function isOff(db: Database, shopId: string | null, kind: AlertKind): Promise<boolean> {
  if (shopId === null) return false
  const rules: Partial<Record<AlertKind, { enabled: boolean }>> = await alertRulesOf(db, shopId)
  return rules[kind]?.enabled !== true
}

/**
 * Raises an alert, in the transaction of its cause. Returns false if the rule is off or such an alert is open. Messages
 * are sent within a minute, or at once with {@link runAlertsSoon} after the commit.
 */
export async function raiseAlert(db: Database, shopId: string | null, raised: Raised): Promise<boolean> {
  if (await isOff(db, shopId, raised.kind)) return false
  const made = await db
    .insert(alerts)
    .values({ shopId, id: uuidv7(), ...raised })
    .onConflictDoNothing()
    .returning({ id: alerts.id })
  return made.length > 0
}

type Subject = Pick<Raised, 'kind' | 'subject'>

const whereOpen = (shopId: string | null, { kind, subject }: Subject) =>
  and(whereOf(alerts, shopId), eq(alerts.kind, kind), eq(alerts.subject, subject), isNull(alerts.closedAt))

/** Raises an alert, or updates the details of the open one. Returns whether it was raised. */
export async function raiseOrUpdate(db: Database, shopId: string | null, raised: Raised): Promise<boolean> {
  if (await raiseAlert(db, shopId, raised)) return true
  await updateOpenAlert(db, shopId, raised)
  return false
}

/** Updates the details of an alert. Does nothing if it is not open. */
export async function updateOpenAlert(db: Database, shopId: string | null, raised: Raised): Promise<void> {
  await db
    .update(alerts)
    .set({ detail: sql`${alerts.detail} || ${JSON.stringify(raised.detail)}::jsonb` })
    .where(whereOpen(shopId, raised))
}

/**
 * Closes an alert. `over`: the problem is solved, and a message says so. `quiet`: sends no message. Returns whether an
 * alert was open.
 */
export async function closeAlert(
  db: Database,
  shopId: string | null,
  raised: Subject,
  how: 'over' | 'quiet' = 'over',
): Promise<boolean> {
  const closed = await db
    .update(alerts)
    .set({ closedAt: sql`now()`, closedHow: how })
    .where(whereOpen(shopId, raised))
    .returning({ id: alerts.id })
  return closed.length > 0
}

/** Sends messages about raised and closed alerts at once. */
export const runAlertsSoon = (queues: Queues): Promise<void> =>
  queues.send(alertsQueue, {}, { key: alertsQueue })
