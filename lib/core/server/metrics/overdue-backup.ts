import 'server-only'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import { config } from '../config/config'

/** One is made every day. This much later it is overdue. */
const overdueHours = 26

type Age = {
  /** Hours since the last backup that succeeded. Null: none has. */
  hours: number | null
  isOverdue: boolean
}

/**
 * Whether the last good backup is older than it should be. False without scheduled backups. One dated later than now does
 * not count: the clock was put back since.
 */
export async function backupAge(db: Database): Promise<Age> {
  const { rows } = await db.execute<{ hours: number | null; waited: number | null; isOn: boolean }>(sql`
    SELECT (extract(epoch FROM now() - max(started_at) FILTER (WHERE outcome = 'good' AND started_at <= now())) / 3600)::float8 AS hours,
      (extract(epoch FROM now() - min(started_at)) / 3600)::float8 AS waited,
      EXISTS (SELECT FROM backup_plan WHERE folder <> '') AS "isOn"
    FROM backups`)
  const [{ hours, waited, isOn } = { hours: null, waited: null, isOn: false }] = rows
  const isPlanned = isOn || config.get().backup.folder !== null
  // Without any good one, since the first attempt.
  return { hours, isOverdue: isPlanned && (hours ?? waited ?? 0) > overdueHours }
}
