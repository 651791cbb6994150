import 'server-only'
import { sql } from 'drizzle-orm'
import { isoText } from '../../core/server/sql'
import type { ShopContext } from '../../core/server/context'
import { windowMinutes } from '../../core/server/accounts/sign-in-limits'
import { publishLiveEvent } from '../../core/server/live'
import type { Database } from '../../db/database'
import type { Engine } from '../../db/engine'
import { singleton } from '../../db/singleton'
import { backupAge } from '../../core/server/metrics/overdue-backup'
import { judgeActivity, watchedOfShop, watchedOfInstallation } from './judge-activity'
import { closePayments, judgePayments } from './judge-payments'
import { closeSilence, judgeSilence } from './judge-silence'
import { alertRulesOf, runAlertsSoon, raiseAlert, closeAlert, raiseOrUpdate } from './list'

/** Raises and closes a shop's alerts by its rules, and queues their messages. Idempotent. */
export async function judgeShop(engine: Engine, shopId: string): Promise<void> {
  const { db } = engine
  const rules = await alertRulesOf(db, shopId)
  const { payment_failed: payments, no_notifications: silence, quarantine } = rules
  let changed = 0
  if (payments.enabled) changed += await judgePayments(engine, shopId, payments)
  if (quarantine.enabled) changed += await judgeQuarantine(db, shopId)
  // Alerts also close if their rule was switched off.
  changed += await closePayments(db, shopId)
  changed += await closeQuarantine(db, shopId)
  changed += await closeSilence(db, shopId, silence)
  if (silence.enabled) changed += await judgeSilence(db, shopId, silence)
  changed += await judgeActivity(db, shopId, watchedOfShop(rules))
  if (changed === 0) return
  await publishLiveEvent({ engine, shop: { id: shopId } }, { kind: 'alert' })
  await runAlertsSoon(engine.queues)
}

/** Notifications that arrive within this time (ms) are judged together. */
const togetherMs = 2000

type Waiting = { engine: Engine; shops: Set<string> }
const waiting = singleton<Waiting>('alerts-waiting')

/**
 * Judges the shop soon: one run covers all calls within `togetherMs`. If the process exits, the next minute's run
 * judges the shop (deliver.ts).
 */
export function judgeSoon({ engine, shop, log }: Pick<ShopContext, 'engine' | 'shop' | 'log'>): void {
  if (waiting.peek()?.engine !== engine) waiting.set({ engine, shops: new Set() })
  const { shops } = waiting.get()
  if (shops.has(shop.id)) return
  shops.add(shop.id)
  const judge = () => {
    shops.delete(shop.id)
    engine.inBackground(
      () => judgeShop(engine, shop.id),
      (error) => log.error({ err: error, shop: shop.id }, 'alerts not judged'),
    )
  }
  setTimeout(judge, togetherMs).unref()
}

/** There is one alert for the whole shop, so that a flood of forged notifications does not become a flood of alerts. */
const quarantineSubject = 'quarantine'

/**
 * Raises an alert if a notification without evidence arrived within a day and after the last such alert was closed.
 * Updates the details of an open one. Returns the number raised.
 */
async function judgeQuarantine(db: Database, shopId: string): Promise<number> {
  const { rows } = await db.execute<{ id: string; at: string }>(sql`
    WITH since AS (SELECT greatest(now() - interval '1 day', max(closed_at)) AS at FROM alerts
      WHERE shop_id = ${shopId} AND kind = 'quarantine' AND subject = ${quarantineSubject} AND closed_at IS NOT NULL)
    SELECT n.id, ${isoText(sql`n.received_at`)} AS at
    FROM notifications n, since
    WHERE n.shop_id = ${shopId} AND n.authenticity = 'unverified' AND n.received_at > since.at
    ORDER BY n.received_at DESC, n.id DESC LIMIT 1`)
  const [last] = rows
  if (!last) return 0
  const detail = { notification_id: last.id, last_at: last.at }
  const isRaised = await raiseAlert(db, shopId, { kind: 'quarantine', subject: quarantineSubject, detail })
  if (isRaised) return 1
  await db.execute(sql`
    UPDATE alerts SET detail = detail || ${JSON.stringify(detail)}::jsonb
    WHERE shop_id = ${shopId} AND kind = 'quarantine' AND subject = ${quarantineSubject} AND closed_at IS NULL`)
  return 0
}

async function closeQuarantine(db: Database, shopId: string): Promise<number> {
  const { rowCount } = await db.execute(sql`
    UPDATE alerts SET closed_at = now(), closed_how = 'quiet'
    WHERE shop_id = ${shopId} AND kind = 'quarantine' AND closed_at IS NULL
      AND (detail ->> 'last_at')::timestamptz < now() - interval '1 day'`)
  return rowCount ?? 0
}

/** Raises and closes the installation's alerts, and queues their messages. Idempotent. */
export async function judgeInstallation(engine: Engine): Promise<void> {
  const { db, queues } = engine
  const changed =
    (await judgeSignIns(db)) +
    (await judgeActivity(db, null, watchedOfInstallation)) +
    (await judgeBackups(db))
  if (changed > 0) await runAlertsSoon(queues)
}

/** There is one alert for all accounts, so that an attack on many of them does not become a flood of alerts. */
const signInSubject = 'sign-ins'

/** This many wrong passwords, codes, passkeys and API tokens within the window of sign-in-limits.ts raise an alert. */
const maxFailures = 20

/**
 * SQL: which counters of sign-in-limits.ts are added up. The activity cannot be used: it does not record every attempt of
 * an attack. Of the counters for passwords, only the narrowest (`pair`, `browser`) count here, because each attempt is in
 * exactly one of them. A success resets it.
 */
const counted = sql`(key LIKE 'pair:%' OR key LIKE 'browser:%' OR key LIKE 'code:%' OR key LIKE 'proof:%'
  OR key LIKE 'passkey:%' OR key LIKE 'provider:%' OR (key LIKE 'api-token:%' AND key NOT LIKE '% %'))`

async function judgeSignIns(db: Database): Promise<number> {
  const { rows } = await db.execute<{ count: number; at: string; isRecentlyClosed: boolean }>(sql`
    SELECT coalesce(sum(failures), 0)::int AS count,
      ${isoText(sql`now()`)} AS at,
      EXISTS (SELECT FROM alerts WHERE shop_id IS NULL AND kind = 'failed_sign_ins' AND subject = ${signInSubject}
        AND closed_at > now() - make_interval(mins => ${windowMinutes})) AS "isRecentlyClosed"
    FROM sign_in_failures WHERE window_ends_at > now() AND ${counted}`)
  const [found] = rows
  // After an alert was closed, the attempts of its window must not raise another one.
  if (!found || found.count < maxFailures || found.isRecentlyClosed) return 0
  const detail = { count: found.count, minutes: windowMinutes, last_at: found.at }
  return (await raiseOrUpdate(db, null, { kind: 'failed_sign_ins', subject: signInSubject, detail })) ? 1 : 0
}

/** Raises, updates or closes the alert about backups. A dismissed one is raised again after a day. */
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
