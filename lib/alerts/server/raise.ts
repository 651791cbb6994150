import 'server-only'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { defaultAlertRules, type AlertDetail, type AlertKind, type AlertRules } from '../schema'
import type { Database } from '../../db/database'
import type { Jobs } from '../../db/jobs'
import { alerts, alertSettings } from './tables'

/** The queue that tells what was raised (start.ts). */
export const alertsJob = 'alerts.tell'

/** What it is about: `subject` tells those of a kind apart and holds no personal data, and neither does `detail`. */
export type Raised = { kind: AlertKind; subject: string; detail: AlertDetail }

/** What the shop watches. */
export async function alertRulesOf(db: Database, shopId: string): Promise<AlertRules> {
  const [row] = await db
    .select({ rules: alertSettings.rules })
    .from(alertSettings)
    .where(eq(alertSettings.shopId, shopId))
  // What a shop chose in an earlier release says nothing of kinds that came later.
  return { ...defaultAlertRules, ...row?.rules }
}

/**
 * Raises an alert, in the transaction of what it is about; nothing where the shop does not watch for it, or one of the
 * same kind and subject is open. Whether it was raised: then the caller, after the commit, may hurry the telling
 * ({@link hurryAlerts}), which else is done within a minute.
 */
export async function raiseAlert(db: Database, shopId: string, raised: Raised): Promise<boolean> {
  const rules = await alertRulesOf(db, shopId)
  if (!rules[raised.kind].enabled) return false
  const made = await db
    .insert(alerts)
    .values({ shopId, id: uuidv7(), ...raised })
    .onConflictDoNothing()
    .returning({ id: alerts.id })
  return made.length > 0
}

/**
 * Closes the open alert of this kind and subject: as what it is about has come right (`over`, which is told), or is no
 * matter any more (`quiet`, which is not). Whether there was one.
 */
export async function closeAlert(
  db: Database,
  shopId: string,
  { kind, subject }: Pick<Raised, 'kind' | 'subject'>,
  how: 'over' | 'quiet' = 'over',
): Promise<boolean> {
  const closed = await db
    .update(alerts)
    .set({ closedAt: sql`now()`, closedHow: how })
    .where(
      and(
        eq(alerts.shopId, shopId),
        eq(alerts.kind, kind),
        eq(alerts.subject, subject),
        isNull(alerts.closedAt),
      ),
    )
    .returning({ id: alerts.id })
  return closed.length > 0
}

/** Has what was raised or closed told at once. */
export const hurryAlerts = (jobs: Jobs): Promise<void> => jobs.send(alertsJob, {}, { key: alertsJob })
