import 'server-only'
import type pg from 'pg'

const checkMs = 60_000

/**
 * pg-boss notes when it last looked at schedules, and looks again only after that time. If the database's clock is put
 * back, schedules would stop until it has caught up.
 */
const forgetFutureLooks = `UPDATE pgboss.version SET cron_on = LEAST(cron_on, now()), maintained_on = LEAST(maintained_on, now()),
  monitored_on = LEAST(monitored_on, now()) WHERE GREATEST(cron_on, maintained_on, monitored_on) > now() + interval '1 minute'`

/**
 * A message that was queued or last tried before the clock was put back would wait until it has caught up, and keep out
 * others with its key. Takes from its times by how much the clock was ahead, so that what is left of its pause stays.
 */
const bringBackMessages = `UPDATE pgboss.job SET start_after = start_after - (GREATEST(created_on, started_on) - now()),
  created_on = LEAST(created_on, now()), started_on = CASE WHEN started_on > now() THEN now() ELSE started_on END
  WHERE state <= 'active' AND GREATEST(created_on, started_on) > now() + interval '1 minute'`

/**
 * Mends what is stored from before the database's clock was put back, at once and each minute. Returns a function that
 * stops it.
 */
export async function watchClock(pool: pg.Pool, onError: (error: Error) => void): Promise<() => void> {
  const mend = async () => {
    await pool.query(forgetFutureLooks)
    await pool.query(bringBackMessages)
  }
  await mend()
  const timer = setInterval(() => void mend().catch(onError), checkMs).unref()
  return () => clearInterval(timer)
}
