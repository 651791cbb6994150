import { cpSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { loadConfig, adoptConfig } from '../core/server/config/config'
import { openLog } from '../core/server/log/log'
import { sandboxShop, secretKeyContext } from '../core/server/shop/load'
import { shops } from '../core/server/tables/shops'
import { openDurable } from '../db/embedded/open.mjs'
import type { Storage } from '../db/connection/pool'
import { openEngine, type Engine } from '../db/engine'
import { createSealer } from '../db/sealing'
import { onEachEngine } from '../db/testing-engines'
import { freshDatabase, freshFolder, type EngineKind } from '../db/testing'
import { sandboxMigrations } from '../sandbox/migrations'
import { ensureSandboxShop } from '../sandbox/shops/shops'
import { serverMigrations } from './migrations'
import { prepareStorage } from './storage/prepare'

/** Databases that earlier versions made and filled (scripts/upgrades/make.mjs). */
const folder = path.resolve('scripts/upgrades')
const earlier = readdirSync(folder).filter((name) => name.endsWith('.sql.gz'))
const sealingKey = Buffer.alloc(32, 7)

type Query = (text: string) => Promise<Record<string, unknown>[]>
type Table = { table: string; key: string[]; rows: Record<string, unknown>[] }

const disposals: (() => unknown)[] = []
afterAll(async () => {
  for (const dispose of disposals) await dispose()
})

onEachEngine('a start brings up to date', (kind) => {
  it.each(earlier)('the database of %s, and loses nothing', { timeout: 300_000 }, async (name) => {
    const { storage, query, close } = await restore(kind, name)
    const before = await tablesOf(query)
    await close()
    expect(before.flatMap(({ table, rows }) => (rows.length > 0 ? [table] : []))).toEqual(
      expect.arrayContaining([
        'public.notifications',
        'public.products',
        'public.shops',
        'public.users',
        'sandbox.products',
      ]),
    )
    const engine = await start(storage)
    try {
      const after = new Map((await tablesOf(queryOf(engine))).map((one) => [one.table, one]))
      expect(before.flatMap((one) => lost(one, after.get(one.table)))).toEqual([])
      const [shop] = await engine.db.select().from(shops).where(eq(shops.id, sandboxShop))
      expect(engine.sealer.unseal(shop!.secretKeySealed, secretKeyContext(sandboxShop))).not.toBe('')
    } finally {
      await engine.close()
    }
  })
})

async function start(storage: Storage): Promise<Engine> {
  const config = loadConfig({
    NODE_ENV: 'test',
    DATABASE_URL: 'postgres://not-used',
    AUTH_SECRET: 'x'.repeat(32),
    SEALING_KEY: sealingKey.toString('hex'),
    OWNER_PASSWORD: 'correct horse',
    SANDBOX: 'on',
  })
  adoptConfig(config)
  openLog('silent', { write: () => undefined })
  const sealer = createSealer(sealingKey)
  return openEngine({
    storage,
    sealer,
    migrations: [serverMigrations, sandboxMigrations],
    prepare: async (db) => {
      await prepareStorage(db, {
        config,
        sealer,
        provideSandboxShop: (tx, shop) => ensureSandboxShop(tx, sealer, shop),
      })
    },
    onError: (error) => {
      throw error
    },
  })
}

let emptyFolder: Promise<string> | undefined

/** Tests copy this empty database: creating one takes five times as long as opening one. */
async function createEmpty() {
  const { storage, drop } = await freshFolder({ isEmpty: true })
  disposals.push(drop)
  const database = await openDurable(path.join(storage.dataDir, 'pglite'))
  await database.close()
  return storage.dataDir
}

async function restore(kind: EngineKind, name: string) {
  const text = gunzipSync(readFileSync(path.join(folder, name))).toString()
  if (kind === 'embedded') {
    const { storage, drop } = await freshFolder({ isEmpty: true })
    disposals.push(drop)
    cpSync(await (emptyFolder ??= createEmpty()), storage.dataDir, { recursive: true })
    const database = await openDurable(path.join(storage.dataDir, 'pglite'))
    await database.exec(text)
    const query: Query = async (statement) => (await database.query<Record<string, unknown>>(statement)).rows
    return { storage, query, close: () => database.close() }
  }
  const { storage, drop } = await freshDatabase({ isEmpty: true })
  disposals.push(drop)
  const client = new pg.Client({ connectionString: storage.databaseUrl })
  await client.connect()
  await client.query(text)
  const query: Query = async (statement) => (await client.query<Record<string, unknown>>(statement)).rows
  return { storage, query, close: () => client.end() }
}

const queryOf =
  ({ db }: Engine): Query =>
  async (statement) =>
    (await db.execute(sql.raw(statement))).rows

/** All rows of the application and of the sandbox, as text. */
async function tablesOf(query: Query): Promise<Table[]> {
  const names = await query(`
    SELECT format('%I.%I', n.nspname, c.relname) AS table,
      (SELECT string_agg(a.attname, ',') FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
       WHERE i.indrelid = c.oid AND i.indisprimary) AS key
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p') AND n.nspname IN ('public', 'sandbox') AND c.relname <> '__migrations'
    ORDER BY 1`)
  const tables: Table[] = []
  for (const { table, key } of names) {
    const rows = await query(`SELECT to_jsonb(t) AS row FROM ${String(table)} t`)
    tables.push({
      table: String(table),
      key: typeof key === 'string' ? key.split(',') : [],
      rows: rows.map(({ row }) => row as Record<string, unknown>),
    })
  }
  return tables
}

/** What later versions recompute, or store elsewhere. */
const changed = new Set([
  // The sandbox's address depends on PORT.
  ...['gateway', 'apm', 'checkout'].map((name) => `public.shops.${name}_url`),
  // A queue fills it again.
  'public.notifications.search_terms',
  'public.syncs.runs',
  // What the first sandbox kept of payments that were never made. Their notifications stay.
  'sandbox.payments',
  'sandbox.deliveries',
])

/** One line for each row, and each value, that is now missing. */
function lost({ table, key, rows }: Table, now: Table | undefined): string[] {
  if (!now) return changed.has(table) ? [] : rows.map(() => `${table}: the table is gone`)
  const idOf = (row: Record<string, unknown>) => JSON.stringify(key.map((name) => row[name]))
  const found = new Map(now.rows.map((row) => [idOf(row), row]))
  return rows.flatMap((row) => {
    const kept = found.get(idOf(row))
    if (!kept) return changed.has(table) ? [] : [`${table}: ${idOf(row)} is gone`]
    return Object.entries(row).flatMap(([column, value]) => {
      if (value === null || changed.has(`${table}.${column}`)) return []
      const same = JSON.stringify(kept[column]) === JSON.stringify(value)
      return same
        ? []
        : [
            `${table}.${column}: ${JSON.stringify(value)} became ${JSON.stringify(kept[column])}`.slice(
              0,
              200,
            ),
          ]
    })
  })
}
