// @ts-check
/** Facts about the machine and the database, for the diagnosis page and `npm run admin -- diagnose`. No personal data. */
import { existsSync, statfsSync } from 'node:fs'
import { arch, cpus, platform, release, totalmem } from 'node:os'

/** @typedef {(text: string) => Promise<Record<string, unknown>[]>} Query */

/** `folder`: where the data is. @param {string} folder */
export function machineFacts(folder) {
  const { bavail, blocks, bsize } = statfsSync(existsSync(folder) ? folder : '.')
  return {
    node: process.version,
    platform: `${platform()} ${release()} ${arch()}`,
    processors: cpus().length,
    memoryMb: Math.round(totalmem() / 1e6),
    freeDiskMb: Math.round((bavail * bsize) / 1e6),
    diskMb: Math.round((blocks * bsize) / 1e6),
  }
}

/** @param {Query} query */
export async function databaseFacts(query) {
  const [row] = await query(
    `SELECT current_setting('server_version') AS version, pg_database_size(current_database())::text AS bytes`,
  )
  return { server: String(row?.version), bytes: Number(row?.bytes) }
}

/**
 * For each queue: how many messages are due, how long the first has waited, how many run, and how many failed (kept for
 * two days). Empty if the application never ran.
 * @param {Query} query
 */
export async function queueFacts(query) {
  if (!(await isThere(query, 'pgboss.job'))) return []
  const rows = await query(
    `SELECT q.name, count(j.id) FILTER (WHERE j.state < 'active' AND j.start_after <= now())::int AS waiting,
       coalesce(extract(epoch FROM now() - min(greatest(j.start_after, j.created_on))
         FILTER (WHERE j.state < 'active' AND j.start_after <= now())), 0)::int AS lag_seconds,
       count(j.id) FILTER (WHERE j.state = 'active')::int AS active, count(j.id) FILTER (WHERE j.state = 'failed')::int AS failed
     FROM pgboss.queue q LEFT JOIN pgboss.job j ON j.name = q.name WHERE q.name NOT LIKE '\\_\\_%' GROUP BY 1 ORDER BY 1`,
  )
  return rows.map((row) => ({
    name: String(row.name),
    waiting: Number(row.waiting),
    lag_seconds: Math.max(0, Number(row.lag_seconds)),
    active: Number(row.active),
    failed: Number(row.failed),
  }))
}

/** Above this size (bytes), rows are estimated: counting them would take long. */
const countedBytes = 256 * 1024 ** 2

/** Rows and sizes of the tables of these schemas. @param {Query} query @param {readonly string[]} schemas */
export async function tableFacts(query, schemas) {
  const list = schemas.map((schema) => `'${schema.replaceAll("'", "''")}'`).join(', ')
  const tables = await query(
    `SELECT n.nspname || '.' || c.relname AS name, format('%I.%I', n.nspname, c.relname) AS quoted,
       pg_total_relation_size(c.oid)::text AS bytes, greatest(c.reltuples, 0)::text AS estimated
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND n.nspname IN (${list}) ORDER BY 1`,
  )
  /** @type {Record<string, { rows: number, bytes: number, isEstimated?: true }>} */
  const found = {}
  for (const { name, quoted, bytes, estimated } of tables) {
    const isLarge = Number(bytes) > countedBytes
    const [row] = isLarge ? [] : await query(`SELECT count(*)::int AS rows FROM ${String(quoted)}`)
    found[String(name)] = isLarge
      ? { rows: Number(estimated), bytes: Number(bytes), isEstimated: true }
      : { rows: Number(row?.rows), bytes: Number(bytes) }
  }
  return found
}

/**
 * Counts mirrors of shops in use by resource, and waiting work, with ages in seconds, over all shops together. Shops at
 * the sandbox are not synced while it is off. Empty if the application never ran.
 * @param {Query} query @param {{ isSandboxOn: boolean }} how
 */
export async function workFacts(query, { isSandboxOn }) {
  if (!(await isThere(query, 'public.notifications'))) return { mirrors: [] }
  // The database may be older than these columns.
  const mirrors = await query(
    `SELECT resource, count(*)::int AS shops, max(extract(epoch FROM now() - synced_at))::int AS oldest_seconds,
       count(*) FILTER (WHERE failed_at > coalesce(synced_at, '-infinity'))::int AS failing
     FROM syncs JOIN shops s ON s.id = syncs.shop_id
     WHERE to_jsonb(s) ->> 'archived_at' IS NULL AND to_jsonb(s) ->> 'deleted_at' IS NULL
       AND (${isSandboxOn} OR to_jsonb(s) ->> 'mode' IS DISTINCT FROM 'sandbox')
     GROUP BY 1 ORDER BY 1`,
  )
  const [notifications] = await query(
    `SELECT count(*)::int AS waiting, max(extract(epoch FROM now() - received_at))::int AS oldest_seconds
     FROM notifications WHERE processed_at IS NULL`,
  )
  return { mirrors, notifications }
}

/**
 * Whether the application runs the sandbox: by the setting, else by an administrator's choice, else if the database is
 * embedded (lib/start/storage/prepare.ts).
 * @param {Query} query @param {{ setting: string | undefined, isEmbedded: boolean }} of
 */
export async function runsSandbox(query, { setting, isEmbedded }) {
  if (setting) return setting !== 'off'
  if (!(await isThere(query, 'public.installation'))) return isEmbedded
  const [row] = await query(
    `SELECT to_jsonb(i) ->> 'has_sandbox' AS chosen FROM public.installation i WHERE id = 1`,
  )
  return row?.chosen ? row.chosen === 'true' : isEmbedded
}

/**
 * The outcomes of the application's last backups, without paths, machines or output of the command.
 * @param {Query} query
 */
export async function backupFacts(query) {
  if (!(await isThere(query, 'public.backups'))) return []
  return query(
    `SELECT extract(epoch FROM now() - started_at)::int AS age_seconds, extract(epoch FROM ended_at - started_at)::int AS seconds,
       outcome, bytes::text, is_encrypted FROM public.backups ORDER BY started_at DESC LIMIT 10`,
  )
}

/** Whether the table exists. @param {Query} query @param {string} table with its schema */
async function isThere(query, table) {
  const [row] = await query(`SELECT to_regclass('${table}') IS NOT NULL AS is_there`)
  return row?.is_there === true
}
