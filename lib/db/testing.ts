import 'server-only'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { openEngine, type Engine } from './engine'
import type { MigrationSet } from './migrate'
import { createSealer } from './sealing'

/**
 * For tests: a real engine on storage of its own, and how to throw it away. Each test file calls this once
 * for each engine it wants: `embedded` is a fresh folder, `server` a fresh database on TEST_DATABASE_URL.
 */
export async function openTestEngine(
  kind: EngineKind,
  migrations: MigrationSet[],
): Promise<{ engine: Engine; dispose: () => Promise<void> }> {
  const { storage, drop } = kind === 'embedded' ? await freshFolder() : await freshDatabase()
  const failures: Error[] = []
  const engine = await openEngine({
    storage,
    migrations,
    sealer: createSealer(randomBytes(32)),
    onError: (error) => void failures.push(error),
  })
  const dispose = async () => {
    await engine.close()
    // pg's pool resolves before its last clients are gone; that the drop ends them is no failure of the engine.
    const heard = [...failures]
    await drop()
    if (heard.length > 0) throw new AggregateError(heard, 'background errors of the engine')
  }
  return { engine, dispose }
}

export type EngineKind = 'embedded' | 'server'

/** The engines this machine can test on; without TEST_DATABASE_URL the server's tests are skipped. */
export const testEngines: { kind: EngineKind; available: boolean }[] = [
  { kind: 'embedded', available: true },
  { kind: 'server', available: Boolean(process.env.TEST_DATABASE_URL) },
]

/** A new data folder: a copy of the template, or empty where there is none. */
export async function freshFolder() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'counterfoil-test-'))
  const template = process.env.TEST_DATA_TEMPLATE // scripts/testing/database-template.ts
  if (template) await cp(template, dataDir, { recursive: true })
  return { storage: { dataDir }, drop: () => rm(dataDir, { recursive: true, force: true }) }
}

/** A new database on TEST_DATABASE_URL: a copy of the template, or empty, also where there is no template. */
export async function freshDatabase({ isEmpty = false } = {}) {
  const template = isEmpty ? undefined : process.env.TEST_DATABASE_TEMPLATE
  const url = new URL(process.env.TEST_DATABASE_URL as string)
  const admin = url.toString()
  const name = `counterfoil_${randomBytes(6).toString('hex')}`
  await runOn(admin, `CREATE DATABASE ${name}${template ? ` TEMPLATE ${template}` : ''}`)
  url.pathname = `/${name}`
  return {
    name,
    storage: { databaseUrl: url.toString() },
    drop: () => runOn(admin, `DROP DATABASE ${name} WITH (FORCE)`),
  }
}

async function runOn(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
