/**
 * Creates template databases before all tests, for test files to copy (`openTestEngine`): migrated, empty but for the
 * data of another shop (lib/testing/shops/other-shop.ts). Creating a database takes ten times as long as opening one,
 * and the migrations as long again. The embedded template is cached while its inputs stay the same; the one on a server
 * and its copies are dropped at the end. Starting from nothing is tested in the browser and in lib/db/migrate.test.ts.
 */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { openDurable } from '../../lib/db/embedded/open.mjs'
import { adoptConfig, loadConfig } from '../../lib/core/server/config/config'
import { engine as theEngine, openEngine } from '../../lib/db/engine'
import type { Storage } from '../../lib/db/connection/pool'
import { createSealer } from '../../lib/db/sealing'
import { dropDatabase, freshDatabase } from '../../lib/db/testing'
import { sandboxMigrations } from '../../lib/sandbox/migrations'
import { removeSandboxShop } from '../../lib/sandbox/shops/shops'
import { startSandbox } from '../../lib/sandbox/start'
import { startBackground } from '../../lib/start/background'
import { serverMigrations } from '../../lib/start/migrations'
import { fillOtherShop } from '../../lib/testing/shops/other-shop'
import { ensureEmptyDatabase } from '../lib/database/empty-database.mjs'
import { root } from '../lib/root.mjs'

/** Returns the clean-up after all tests. */
export default async function setup() {
  await ensureEmptyDatabase()
  await embeddedTemplate()
  if (!process.env.TEST_DATABASE_URL) return undefined
  const { name, storage } = await freshDatabase()
  // A pooler would keep its connections, and a database in use cannot be copied.
  await makeUpToDate({ databaseUrl: storage.directUrl ?? storage.databaseUrl })
  process.env.TEST_DATABASE_TEMPLATE = name
  return () => dropWithCopies(process.env.TEST_DATABASE_URL as string, name)
}

async function dropWithCopies(connectionString: string, template: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<{ datname: string }>(
    'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
    [template],
  )
  await client.end()
  // Each waits for a checkpoint, so those that are dropped together share one.
  const names = rows.map(({ datname }) => datname)
  const dropNext = async (): Promise<void> => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) await dropDatabase(name)
  }
  await Promise.all(Array.from({ length: 8 }, dropNext))
}

async function embeddedTemplate() {
  const cache = path.join(root, 'node_modules/.cache/counterfoil')
  const template = path.join(cache, `database-${version()}`)
  process.env.TEST_DATA_TEMPLATE = template
  if (existsSync(template)) return
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(path.join(cache, 'new-'))
  await makeUpToDate({ dataDir: folder })
  await dropTemplates(folder)
  // With two test runs at once, the first one wins.
  await rename(folder, template).catch(() => rm(folder, { recursive: true, force: true }))
}

async function makeUpToDate(storage: Storage) {
  const engine = await openEngine({
    storage,
    migrations: [serverMigrations, sandboxMigrations],
    sealer: createSealer(randomBytes(32)),
    onError: (error) => {
      throw error
    },
  })
  await fillOtherShop(engine)
  adoptConfig(loadConfig({ DATA_DIR: '/not-used' }))
  theEngine.set(engine)
  // Declares the queues, which takes half a second. Tests do not need what it queued and scheduled.
  await startBackground(engine, { removeSandboxShop })
  await startSandbox(engine)
  await engine.stopWork()
  await engine.db.execute(sql`DELETE FROM pgboss.job`)
  await engine.db.execute(sql`DELETE FROM pgboss.schedule`)
  await engine.close()
}

/** Drops databases that no test reads: they are half the size of each copy. */
async function dropTemplates(folder: string) {
  const database = await openDurable(path.join(folder, 'pglite'))
  for (const name of ['template0', 'template1']) {
    await database.query('UPDATE pg_database SET datistemplate = false WHERE datname = $1', [name])
    await database.exec(`DROP DATABASE ${name}`)
  }
  await database.close()
}

const madeBy = [
  'scripts/testing',
  'lib/db',
  'lib/db/embedded',
  serverMigrations.folder,
  sandboxMigrations.folder,
]
const packages = ['@electric-sql/pglite', 'pg-boss']

function version() {
  const hash = createHash('sha256')
  const add = (file: string) => hash.update(file).update(readFileSync(path.resolve(root, file)))
  for (const folder of madeBy)
    for (const entry of readdirSync(path.resolve(root, folder), { withFileTypes: true }))
      if (entry.isFile() && !entry.name.includes('.test.')) add(path.join(folder, entry.name))
  add('lib/testing/shops/other-shop.ts')
  for (const name of packages) add(`node_modules/${name}/package.json`)
  return hash.digest('hex').slice(0, 16)
}
