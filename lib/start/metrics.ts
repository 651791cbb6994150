import 'server-only'
import { createHash, timingSafeEqual } from 'node:crypto'
import { and, isNull, sql } from 'drizzle-orm'
import { Counter, Gauge, Registry } from 'prom-client'
import { config, type Config } from '../core/server/config/config'
import { log } from '../core/server/log/log'
import { metrics } from '../core/server/metrics/metrics'
import { shops } from '../core/server/tables/shops'
import { engine, type Engine } from '../db/engine'
import { gateStates } from '../gateway/client/breaker'

/**
 * Answers in the text format of Prometheus, to clients with METRICS_TOKEN. Without that setting the page does not
 * exist.
 */
export async function answerMetrics(request: Request): Promise<Response> {
  const { metricsToken } = config.get()
  const headers = { 'Cache-Control': 'no-store' }
  if (metricsToken === null) return new Response(null, { status: 404, headers })
  if (!isSame(request.headers.get('authorization') ?? '', `Bearer ${metricsToken}`))
    return new Response(null, { status: 401, headers: { ...headers, 'WWW-Authenticate': 'Bearer' } })
  const { registry } = metrics()
  const [database, gateways] = await Promise.all([readDatabase(engine.get()), readGateways(engine.get())])
  const replica = await readReplica(engine.get())
  const text = await Registry.merge([registry, gateways, database, replica]).metrics()
  return new Response(text, { headers: { ...headers, 'Content-Type': registry.contentType } })
}

/**
 * Returns this instance's figures about the gateways of the shops in use. Each instance has its own circuit breakers.
 * If the database does not answer, shops that were in use count too.
 */
async function readGateways({ db }: Pick<Engine, 'db'>): Promise<Registry> {
  const registry = new Registry()
  const gauge = new Gauge({
    name: 'counterfoil_gateway_shops',
    help: 'Shops by host of their gateway and state of its circuit breaker',
    labelNames: ['host', 'state'],
    registers: [registry],
  })
  const { id, gatewayUrl, apmUrl, checkoutUrl, archivedAt, deletedAt } = shops
  const inUse = await db
    .select({ id, gatewayUrl, apmUrl, checkoutUrl })
    .from(shops)
    .where(and(isNull(archivedAt), isNull(deletedAt)))
    .catch(() => null)
  for (const { host, state, shops: count } of gateStates(inUse)) gauge.set({ host, state }, count)
  return registry
}

/** The replica for lists and reports, as this instance sees it. Empty without one. */
async function readReplica({ replica }: Pick<Engine, 'replica'>): Promise<Registry> {
  const registry = new Registry()
  if (!replica) return registry
  const { state, behindBytes, answered, passedOn } = await replica.status()
  const registers = [registry]
  new Gauge({
    name: 'counterfoil_replica_current',
    help: 'Whether the replica has all that is committed, and answers',
    registers,
  }).set(state === 'current' ? 1 : 0)
  if (behindBytes !== null)
    new Gauge({
      name: 'counterfoil_replica_behind_bytes',
      help: "How much of the primary's log the replica has not replayed",
      registers,
    }).set(behindBytes)
  const reads = new Counter({
    name: 'counterfoil_replica_reads_total',
    help: 'Reads for the replica, by who answered them',
    labelNames: ['answered_by'],
    registers,
  })
  reads.inc({ answered_by: 'replica' }, answered)
  reads.inc({ answered_by: 'primary' }, passedOn)
  return registry
}

/** Compares in constant time. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(sha256(one), sha256(other))
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

type Row = { name: string; label: string; value: number }

const gauges: Record<string, { help: string; label: string | null }> = {
  jobs_waiting: { help: 'Jobs that are due and wait, by queue', label: 'queue' },
  jobs_waiting_seconds: { help: 'How long the oldest of them has waited', label: 'queue' },
  notifications_waiting: { help: 'Notifications that are stored and not yet worked out', label: null },
  notifications_waiting_seconds: { help: 'How long the oldest of them has waited', label: null },
  mirror_age_seconds: {
    help: 'Age of the oldest mirror among the shops in use, by resource',
    label: 'resource',
  },
  backup_age_seconds: { help: 'Age of the last good backup', label: null },
  backup_failed: { help: 'Whether the last backup that ended did not end well', label: null },
  retention_behind_seconds: {
    help: 'How far the removal of payloads and personal data is behind the period of its shop, at most',
    label: null,
  },
  mirrors_failing: { help: 'Shops whose last sync failed, by resource', label: 'resource' },
}

/** What all instances share. `counterfoil_database_up` is 0 if the database does not answer. */
async function readDatabase({ db, isEmbedded }: Pick<Engine, 'db' | 'isEmbedded'>): Promise<Registry> {
  const registry = new Registry()
  const registers = [registry]
  const up = new Gauge({ name: 'counterfoil_database_up', help: 'Whether the database answers', registers })
  const kind = new Gauge({
    name: 'counterfoil_database_embedded',
    help: 'Whether the database is embedded',
    registers,
  })
  kind.set(isEmbedded ? 1 : 0)
  let rows: Row[]
  try {
    rows = (await db.execute<Row>(reading(config.get()))).rows
    up.set(1)
  } catch (error) {
    log().warn({ err: error }, 'the database does not answer for its metrics')
    up.set(0)
    return registry
  }
  for (const [name, { help, label }] of Object.entries(gauges)) {
    const found = rows.filter((one) => one.name === name)
    // A gauge without labels begins at 0: a backup that was never made would be a new one.
    if (label === null && found.length === 0) continue
    const gauge = new Gauge({
      name: `counterfoil_${name}`,
      help,
      labelNames: label === null ? [] : [label],
      registers,
    })
    for (const row of found) gauge.set(label === null ? {} : { [label]: row.label }, row.value)
  }
  return registry
}

/** One statement, so that all figures are of one moment. Reads no data of single shops. */
const reading = ({ sandbox }: Pick<Config, 'sandbox'>) => sql`
  WITH due AS (
    SELECT name, count(*) AS waiting, max(extract(epoch FROM now() - greatest(start_after, created_on))) AS age
    FROM pgboss.job WHERE state < 'active' AND start_after <= now() GROUP BY name
  ), unprocessed AS (
    SELECT count(*) AS waiting, coalesce(max(extract(epoch FROM now() - received_at)), 0) AS age
    FROM notifications WHERE processed_at IS NULL
  ), mirrors AS (
    SELECT resource, max(extract(epoch FROM now() - synced_at)) AS age,
      count(*) FILTER (WHERE failed_at > coalesce(synced_at, '-infinity')) AS failing
    FROM syncs WHERE shop_id IN (SELECT id FROM shops WHERE archived_at IS NULL AND deleted_at IS NULL
      AND (mode <> 'sandbox' OR ${sandbox !== null}))
    GROUP BY resource
  ), made AS (
    SELECT max(started_at) FILTER (WHERE outcome = 'good') AS good, max(started_at) AS last
    FROM backups WHERE ended_at IS NOT NULL AND started_at <= now()
  )
  SELECT 'jobs_waiting' AS name, name AS label, waiting::float8 AS value FROM due
  UNION ALL SELECT 'jobs_waiting_seconds', name, greatest(age, 0)::float8 FROM due
  UNION ALL SELECT 'notifications_waiting', '', waiting::float8 FROM unprocessed
  UNION ALL SELECT 'notifications_waiting_seconds', '', greatest(age, 0)::float8 FROM unprocessed
  UNION ALL SELECT 'mirror_age_seconds', resource, age::float8 FROM mirrors WHERE age IS NOT NULL
  UNION ALL SELECT 'backup_age_seconds', '', extract(epoch FROM now() - good)::float8 FROM made WHERE good IS NOT NULL
  UNION ALL SELECT 'backup_failed', '', (good IS DISTINCT FROM last)::int::float8 FROM made WHERE last IS NOT NULL
  UNION ALL SELECT 'retention_behind_seconds', '', greatest(extract(epoch FROM max(due.at - due.done)), 0)::float8
    FROM shops, LATERAL (VALUES
      (now() - make_interval(months => payload_months), payloads_removed_before),
      (now() - make_interval(months => personal_months), personal_removed_before)) due (at, done)
    WHERE due.at IS NOT NULL AND due.done IS NOT NULL HAVING count(*) > 0
  UNION ALL SELECT 'mirrors_failing', resource, failing::float8 FROM mirrors`
