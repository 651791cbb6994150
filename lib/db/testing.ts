import 'server-only'
import { cpSync, statfsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { openEngine, type Engine } from './engine'
import type { MigrationSet } from './migrate'
import { createSealer } from './sealing'

/**
 * Opens a real engine on storage of its own: a fresh folder (`embedded`) or a fresh database on TEST_DATABASE_URL
 * (`server`). `dispose` closes it and deletes the storage; it throws if the engine reported background errors that no test
 * took. `folder` is that of the embedded database.
 */
export async function openTestEngine(
  kind: EngineKind,
  migrations: MigrationSet[],
): Promise<{
  engine: Engine
  sealingKey: Buffer
  folder: string | null
  takeErrors: () => Error[]
  dispose: () => Promise<void>
}> {
  const { storage, drop } =
    kind === 'embedded' ? await freshFolder() : await freshDatabase({ isOwnReplica: true })
  const failures: Error[] = []
  const sealingKey = randomBytes(32)
  const engine = await openEngine({
    storage,
    migrations,
    sealer: createSealer(sealingKey),
    onError: (error) => void failures.push(error),
  })
  const dispose = async () => {
    await engine.close()
    // `close` resolves before pg's last clients are gone. Errors from dropping their database do not count.
    const errorsBeforeDrop = [...failures]
    await drop()
    if (errorsBeforeDrop.length > 0)
      throw new AggregateError(errorsBeforeDrop, 'background errors of the engine')
  }
  const folder = 'dataDir' in storage ? storage.dataDir : null
  return { engine, sealingKey, folder, takeErrors: () => failures.splice(0), dispose }
}

export type EngineKind = 'embedded' | 'server'

export const testEngines: { kind: EngineKind; isAvailable: boolean }[] = [
  { kind: 'embedded', isAvailable: true },
  { kind: 'server', isAvailable: Boolean(process.env.TEST_DATABASE_URL) },
]

export async function freshFolder({ isEmpty = false } = {}) {
  const dataDir = await mkdtemp(path.join(fastFolder(), 'counterfoil-test-'))
  const template = isEmpty ? undefined : process.env.TEST_DATA_TEMPLATE // scripts/testing/database-template.ts
  // Five times as fast as the asynchronous one.
  if (template) cpSync(template, dataDir, { recursive: true })
  return { storage: { dataDir }, drop: () => rm(dataDir, { recursive: true, force: true }) }
}

const memory = '/dev/shm'
const roomBytes = 4e9

/** A folder in memory where Linux has one with room: no test cuts the power, so none needs the disk. */
function fastFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > roomBytes ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/**
 * `drop` leaves copies of the template to the end of the run (scripts/testing/database-template.ts): some file systems
 * create files slowly after many were deleted. `isOwnReplica`: lists and reports are read over connections that cannot
 * write, as from a replica.
 */
export async function freshDatabase({ isEmpty = false, isOwnReplica = false } = {}) {
  const template = isEmpty ? undefined : process.env.TEST_DATABASE_TEMPLATE
  const url = new URL(process.env.TEST_DATABASE_URL as string)
  const admin = url.toString()
  const name = `${template ?? 'counterfoil'}_${randomBytes(6).toString('hex')}`
  await runOn(admin, `CREATE DATABASE ${name}${template ? ` TEMPLATE ${template}` : ''}`)
  // Nor does a test need to wait for the disk.
  await runOn(admin, `ALTER DATABASE ${name} SET synchronous_commit = off`)
  url.pathname = `/${name}`
  return {
    name,
    storage: { ...throughPooler(url), ...(isOwnReplica && { readUrl: url.toString() }) },
    drop: template ? async () => {} : () => dropDatabase(name),
  }
}

export const dropDatabase = (name: string): Promise<void> =>
  runOn(process.env.TEST_DATABASE_URL as string, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)

/** With TEST_POOLER_URL, tests reach the database through the pooler at that address. */
function throughPooler(direct: URL): { databaseUrl: string; directUrl?: string; readUrl?: string } {
  if (!process.env.TEST_POOLER_URL) return { databaseUrl: direct.toString() }
  const pooler = new URL(process.env.TEST_POOLER_URL)
  pooler.pathname = direct.pathname
  return { databaseUrl: pooler.toString(), directUrl: direct.toString() }
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
