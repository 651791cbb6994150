import 'server-only'
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import type { Engine } from '../../db/engine'
import { backupAge } from '../../core/server/overdue-backup'
import { judgeActivity, watchedOfInstallation } from './judge-activity'
import { closeAlert, raiseOrUpdate, runAlertsSoon } from './list'

/** Raises and closes the installation's alerts, and queues their messages. Idempotent. */
export async function judgeInstallation(engine: Engine): Promise<void> {
  const { db, queues } = engine
  const changed =
    (await judgeSignIns(db)) +
    (await judgeActivity(db, null, watchedOfInstallation)) +
    (await judgeBackups(db))
  if (changed > 0) await runAlertsSoon(queues)
}

/** One alert for all: an attack on many accounts must not become a flood of alerts. */
const signInSubject = 'sign-ins'

/**
 * This number of wrong passwords, codes, passkeys and API tokens, within the window of sign-in-limits.ts, raises an
 * alert.
 */
const maxFailures = 20
const windowMinutes = 15

/**
 * The counters of the limits, as activity does not record each attempt of an attack. For passwords the narrowest
 * counters, which count every attempt. A success resets them.
 */
const counted = sql`(key LIKE 'pair:%' OR key LIKE 'browser:%' OR key LIKE 'code:%' OR key LIKE 'proof:%'
  OR key LIKE 'passkey:%' OR key LIKE 'provider:%' OR (key LIKE 'api-token:%' AND key NOT LIKE '% %'))`

async function judgeSignIns(db: Database): Promise<number> {
  const { rows } = await db.execute<{ count: number; at: string; isRecentlyClosed: boolean }>(sql`
    SELECT coalesce(sum(failures), 0)::int AS count,
      to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at,
      EXISTS (SELECT FROM alerts WHERE shop_id IS NULL AND kind = 'failed_sign_ins' AND subject = ${signInSubject}
        AND closed_at > now() - make_interval(mins => ${windowMinutes})) AS "isRecentlyClosed"
    FROM sign_in_failures WHERE window_ends_at > now() AND ${counted}`)
  const [found] = rows
  // The same attempts raise no second alert.
  if (!found || found.count < maxFailures || found.isRecentlyClosed) return 0
  const detail = { count: found.count, minutes: windowMinutes, last_at: found.at }
  return (await raiseOrUpdate(db, null, { kind: 'failed_sign_ins', subject: signInSubject, detail })) ? 1 : 0
}

/** One that was dismissed is raised again a day later. */
async function judgeBackups(db: Database): Promise<number> {
  const [kind, subject] = ['backup_overdue', 'backups'] as const
  const { hours, isOverdue } = await backupAge(db)
  if (!isOverdue) return (await closeAlert(db, null, { kind, subject })) ? 1 : 0
  const { rows } = await db.execute(sql`
    SELECT FROM alerts WHERE shop_id IS NULL AND kind = ${kind} AND closed_how = 'dismissed'
      AND closed_at > now() - interval '1 day'`)
  if (rows.length > 0) return 0
  const detail = hours === null ? {} : { hours: Math.floor(hours) }
  return (await raiseOrUpdate(db, null, { kind, subject, detail })) ? 1 : 0
}
