import 'server-only'
import { sql } from 'drizzle-orm'
import type { AlertRules } from '../schema'
import type { Database } from '../../db/database'
import { closeAlert, raiseAlert } from './list'

const subject = 'silence'

/**
 * Raises an alert after `hours` hours without a notification with evidence. Counts from the last one; if there never
 * was one, from when the rule was enabled. With `daytime`, only its hours count. Does not raise an alert again that a
 * person dismissed during the same silence. Returns the number raised.
 */
export async function judgeSilence(
  db: Database,
  shopId: string,
  { hours, daytime }: AlertRules['no_notifications'],
): Promise<number> {
  const { last, since, dismissed } = await silenceOf(db, shopId)
  if (dismissed && dismissed >= since) return 0
  if ((await hoursSince(db, since, daytime)) < hours) return 0
  const isRaised = await raiseAlert(db, shopId, {
    kind: 'no_notifications',
    subject,
    detail: { hours, ...(daytime && { daytime }), last_at: last?.toISOString() ?? null },
  })
  return isRaised ? 1 : 0
}

/** Closes the alert after a notification; also if the rule is off, then without a message. Returns the number closed. */
export async function closeSilence(
  db: Database,
  shopId: string,
  { enabled }: Pick<AlertRules['no_notifications'], 'enabled'>,
): Promise<number> {
  const { last, opened } = await silenceOf(db, shopId)
  const isOver = opened !== null && last !== null && last >= opened
  if (!opened || (enabled && !isOver)) return 0
  const how = isOver ? 'over' : 'quiet'
  return (await closeAlert(db, shopId, { kind: 'no_notifications', subject }, how)) ? 1 : 0
}

/** `last`: when the last notification with evidence was received; null: never. `since`: when the silence began. */
async function silenceOf(db: Database, shopId: string) {
  const grades = sql.join(
    ['network', 'credentials', 'signature'].map(
      (grade) =>
        sql`(SELECT max(received_at) FROM notifications WHERE shop_id = ${shopId} AND authenticity = ${grade})`,
    ),
    sql`, `,
  )
  const whereSilence = sql`shop_id = ${shopId} AND kind = 'no_notifications' AND subject = ${subject}`
  const { rows } = await db.execute<Record<'last' | 'watched' | 'opened' | 'dismissed', string | null>>(sql`
    SELECT greatest(${grades}) AS last,
      (SELECT silence_since FROM alert_settings WHERE shop_id = ${shopId}) AS watched,
      (SELECT opened_at FROM alerts WHERE ${whereSilence} AND closed_at IS NULL) AS opened,
      (SELECT max(closed_at) FROM alerts WHERE ${whereSilence} AND closed_how = 'dismissed') AS dismissed`)
  const [row] = rows
  const at = (text: string | null | undefined) => (text ? new Date(text) : null)
  const [last, watched] = [at(row?.last), at(row?.watched)]
  return {
    last,
    since: last ?? watched ?? new Date(),
    opened: at(row?.opened),
    dismissed: at(row?.dismissed),
  }
}

async function hoursSince(
  db: Database,
  since: Date,
  daytime: AlertRules['no_notifications']['daytime'],
): Promise<number> {
  if (!daytime) return (Date.now() - since.getTime()) / 3_600_000
  const { from, to, zone } = daytime
  const start = sql`${since.toISOString()}::timestamptz`
  const { rows } = await db.execute<{ hours: string }>(sql`
    SELECT coalesce(sum(extract(epoch FROM least(w.ends, now()) - greatest(w.begins, ${start}))), 0) / 3600 AS hours
    FROM generate_series(date_trunc('day', ${start} AT TIME ZONE ${zone}), now() AT TIME ZONE ${zone}, '1 day') AS d,
      LATERAL (SELECT (d + make_interval(hours => ${from})) AT TIME ZONE ${zone} AS begins,
        (d + make_interval(hours => ${to})) AT TIME ZONE ${zone} AS ends) AS w
    WHERE w.ends > ${start} AND w.begins < now()`)
  return Number(rows[0]?.hours ?? 0)
}

export async function isZoneKnown(db: Database, zone: string): Promise<boolean> {
  const { rows } = await db.execute(sql`SELECT 1 FROM pg_timezone_names WHERE name = ${zone} LIMIT 1`)
  return rows.length > 0
}
