import 'server-only'
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { raiseAlert } from './raise'

/** One for the whole shop, however much arrives: who floods it with forgeries must not flood people with alerts. */
const subject = 'quarantine'

/** Raises an alert where something without evidence arrived within a day and since the last such alert was closed. */
export async function judgeQuarantine(db: Database, shopId: string): Promise<number> {
  const { rows } = await db.execute<{ id: string; at: string }>(sql`
    WITH since AS (SELECT greatest(now() - interval '1 day', max(closed_at)) AS at FROM alerts
      WHERE shop_id = ${shopId} AND kind = 'quarantine' AND subject = ${subject} AND closed_at IS NOT NULL)
    SELECT n.id, to_char(n.received_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at
    FROM notifications n, since
    WHERE n.shop_id = ${shopId} AND n.authenticity = 'unverified' AND n.received_at > since.at
    ORDER BY n.received_at DESC, n.id DESC LIMIT 1`)
  const [last] = rows
  if (!last) return 0
  const detail = { notification_id: last.id, last_at: last.at }
  const isRaised = await raiseAlert(db, shopId, { kind: 'quarantine', subject, detail })
  if (isRaised) return 1
  await db.execute(sql`
    UPDATE alerts SET detail = detail || ${JSON.stringify(detail)}::jsonb
    WHERE shop_id = ${shopId} AND kind = 'quarantine' AND subject = ${subject} AND closed_at IS NULL`)
  return 0
}

/** Closes it where nothing more came for a day. */
export async function closeQuarantine(db: Database, shopId: string): Promise<number> {
  const { rowCount } = await db.execute(sql`
    UPDATE alerts SET closed_at = now(), closed_how = 'quiet'
    WHERE shop_id = ${shopId} AND kind = 'quarantine' AND closed_at IS NULL
      AND (detail ->> 'last_at')::timestamptz < now() - interval '1 day'`)
  return rowCount ?? 0
}
