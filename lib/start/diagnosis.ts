import 'server-only'
import { existsSync, statfsSync } from 'node:fs'
import { hostname } from 'node:os'
import { asc, isNull, sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { version } from '@/package.json'
import { config } from '../core/server/config/config'
import type { AccountContext, Shop } from '../core/server/context'
import { logCounts } from '../core/server/log/log'
import { metrics } from '../core/server/metrics/metrics'
import { backupAge } from '../core/server/metrics/overdue-backup'
import { loadShop } from '../core/server/shop/load'
import { shops } from '../core/server/tables/shops'
import type { Database } from '../db/database'
import type { Engine } from '../db/engine'
import { backupFacts, databaseFacts, machineFacts, queueFacts, tableFacts, workFacts } from '../diagnosis/facts.mjs' // prettier-ignore
import { namedSettings } from '../diagnosis/settings.mjs'
import { isRefusingCalls } from '../gateway/client/breaker'
import { gatewayHealthOf } from '../gateway/client/health'
import type { Diagnosis } from '../operations/diagnosis'
import type { BackupOutcome } from '../operations/backups'
import { sandboxMigrations } from '../sandbox/migrations'
import { serverMigrations } from './migrations'
import { missingForNotifications } from './readiness'

type Storage = Pick<Engine, 'db' | 'isEmbedded' | 'replica'>

const queryOn =
  (db: Database) =>
  async (text: string): Promise<Record<string, unknown>[]> =>
    (await db.execute(sql.raw(text))).rows

/** The state of the installation, and of the instance that answers. */
export async function readDiagnosis({ engine }: Pick<AccountContext, 'engine'>): Promise<Diagnosis> {
  const { db, isEmbedded, replica } = engine
  const query = queryOn(db)
  const { node, platform } = machineFacts(dataFolder())
  const { server, bytes } = await databaseFacts(query)
  return {
    application: version,
    node,
    platform,
    missing: await missingForNotifications(),
    database: {
      kind: isEmbedded ? 'embedded' : 'postgresql',
      server,
      bytes,
      versions: await versionsOf(db),
      replica: await replicaOf({ replica }),
    },
    queues: await queueFacts(query),
    shops: await shopsOf(db),
    backup: await backupOf(db),
    disk: isEmbedded ? diskOf(dataFolder()) : null,
    instance: instance(),
    logged: logged(),
  }
}

/** What `npm run admin -- diagnose` writes, plus the state of this instance. Names no shop, person or address. */
export async function diagnosisFile({ db, isEmbedded, replica }: Storage): Promise<object> {
  const query = queryOn(db)
  const { machine: _name, ...figures } = instance()
  return {
    application: version,
    ...machineFacts(dataFolder()),
    // oxlint-disable-next-line node/no-process-env -- only names of settings are read
    settings: namedSettings(process.env),
    missing: await missingForNotifications(),
    instance: figures,
    logged: logged(),
    database: {
      kind: isEmbedded ? 'embedded' : 'postgresql',
      ...(await databaseFacts(query)),
      versions: await versionsOf(db),
      replica: await replicaOf({ replica }),
      tables: await tableFacts(query, ['public', 'sandbox']),
      queues: await queueFacts(query),
      ...(await workFacts(query, { isSandboxOn: config.get().sandbox !== null })),
      backups: await backupFacts(query),
    },
  }
}

async function replicaOf({ replica }: Pick<Engine, 'replica'>): Promise<Diagnosis['database']['replica']> {
  if (!replica) return null
  const { state, behindBytes, answered, passedOn } = await replica.status()
  return { state, behind_bytes: behindBytes, answered, passed_on: passedOn }
}

function dataFolder(): string {
  const { storage } = config.get()
  return 'dataDir' in storage ? storage.dataDir : '.'
}

function diskOf(folder: string): Diagnosis['disk'] {
  const { bavail, blocks, bsize } = statfsSync(existsSync(folder) ? folder : '.')
  return { free_bytes: bavail * bsize, bytes: blocks * bsize }
}

/** The last migration of each schema, and whether it is that of this version. */
async function versionsOf(db: Database): Promise<Diagnosis['database']['versions']> {
  const found = []
  for (const { schema, folder } of [serverMigrations, sandboxMigrations]) {
    const { rows: known } = await db.execute(
      sql`SELECT 1 WHERE to_regclass(${`${schema}.__migrations`}) IS NOT NULL`,
    )
    if (known.length === 0) continue
    const { rows } = await db.execute<{ last: string }>(
      sql`SELECT max(created_at)::text AS last FROM ${sql.identifier(schema)}.__migrations`,
    )
    const last = Number(rows[0]?.last ?? 0)
    const own = Math.max(...readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) => folderMillis)) // prettier-ignore
    found.push({ schema, is_current: last === own, last: new Date(last).toISOString() })
  }
  return found
}

async function shopsOf(db: Database): Promise<Diagnosis['shops']> {
  const rows = await db
    .select({ id: shops.id, name: shops.name })
    .from(shops)
    .where(isNull(shops.deletedAt))
    .orderBy(asc(shops.name), asc(shops.id))
  const { rows: mirrors } = await db.execute<{
    shop: string
    resource: string
    age: number | null
    isFailing: boolean
  }>(sql`
    SELECT shop_id AS shop, resource, extract(epoch FROM now() - synced_at)::int AS age,
      failed_at IS NOT NULL AND failed_at > coalesce(synced_at, '-infinity') AS "isFailing" FROM syncs ORDER BY resource`)
  const { rows: waiting } = await db.execute<{ shop: string; count: number }>(sql`
    SELECT shop_id AS shop, count(*)::int AS count FROM notifications WHERE processed_at IS NULL GROUP BY 1`)
  const found: Diagnosis['shops'] = []
  for (const { id, name } of rows) {
    const shop = await loadShop(db, id)
    if (!shop) continue
    found.push({
      id,
      name,
      mirrors: mirrors
        .filter((mirror) => mirror.shop === id)
        .map(({ resource, age, isFailing }) => ({
          resource,
          age_seconds: age,
          is_failing: isFailing && isSynced(shop),
        })),
      gateway: gatewayHealthOf(shop),
      is_gateway_refused: isRefusingCalls(shop),
      notifications_waiting: waiting.find((one) => one.shop === id)?.count ?? 0,
    })
  }
  return found
}

/** Archived shops are not synced, nor are shops at the sandbox while it is off. */
const isSynced = ({ archivedAt, mode }: Pick<Shop, 'archivedAt' | 'mode'>): boolean =>
  archivedAt === null && (mode !== 'sandbox' || config.get().sandbox !== null)

async function backupOf(db: Database): Promise<Diagnosis['backup']> {
  const { rows } = await db.execute<{ at: Date | string | null; last: BackupOutcome | null }>(sql`
    SELECT max(started_at) FILTER (WHERE outcome = 'good') AS at,
      (array_agg(outcome ORDER BY started_at DESC) FILTER (WHERE ended_at IS NOT NULL))[1] AS last
    FROM backups WHERE started_at <= now()`)
  const [{ at, last } = { at: null, last: null }] = rows
  const { isOverdue } = await backupAge(db)
  return { last_good_at: at && new Date(at).toISOString(), last_outcome: last, is_overdue: isOverdue }
}

function instance(): Diagnosis['instance'] {
  const { rss, heapUsed } = process.memoryUsage()
  return {
    machine: hostname(),
    uptime_seconds: Math.round(process.uptime()),
    memory_bytes: rss,
    heap_bytes: heapUsed,
    event_loop_p99_ms: Math.round(metrics().eventLoop.p99() * 10) / 10,
  }
}

function logged(): Diagnosis['logged'] {
  const { lastHour, sinceStart } = logCounts()
  return { last_hour: lastHour, since_start: sinceStart }
}
