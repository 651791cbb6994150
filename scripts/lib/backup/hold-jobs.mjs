/** Jobs of a restored database. */

/**
 * Keeps jobs that were under way from sending by themselves. After the backup they sent more, which this database does
 * not know: they would create it once more. A running job is cancelled, and its first turn also settles what was in
 * flight. A dry run that would have led to sending waits for a person at its end.
 * @param {import('./session.mjs').Session} session within a transaction
 * @returns {Promise<string[]>} what to say
 */
export async function holdJobs({ query }) {
  const [known] = await query(`SELECT to_regclass('public.tasks') IS NOT NULL AS is_there`)
  if (known?.is_there !== true) return []
  const running = await query(
    `UPDATE public.tasks SET state = 'cancelling' WHERE state = 'running' RETURNING 1 AS one`,
  )
  const planning = await query(
    `UPDATE public.tasks SET "order" = "order" - 'run' WHERE state = 'planning' AND "order" ->> 'run' = 'true' RETURNING 1 AS one`,
  )
  const count = running.length + planning.length
  if (count === 0) return []
  const jobs = count === 1 ? '1 job was under way' : `${count} jobs were under way`
  return [
    `${jobs} and stopped: what was sent after the backup is not known here, and would be sent again. Compare with the gateway before you start such a job.`,
  ]
}
