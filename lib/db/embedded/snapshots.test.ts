import { randomUUID } from 'node:crypto'
import { chmodSync, closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs' // prettier-ignore
import type promises from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { tryLock } from 'fs-native-extensions'
import type pg from 'pg'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { openDurable } from './open.mjs'
import { offerSnapshots } from './snapshots'

/** Free bytes of the disk; null: the real number. */
const disk = vi.hoisted((): { free: number | null } => ({ free: null }))
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof promises>()
  const statfs = async (place: string) => {
    const found = await real.statfs(place)
    return disk.free === null ? found : Object.assign(found, { bsize: 1, bavail: disk.free })
  }
  // A file exists before it has its text.
  const writeFile: typeof real.writeFile = async (file, ...rest) => {
    await real.writeFile(file, '')
    await new Promise((resolve) => setTimeout(resolve, 100))
    await real.writeFile(file, ...rest)
  }
  return { ...real, statfs, writeFile }
})

let dataDir: string
beforeEach(() => (dataDir = mkdtempSync(path.join(tmpdir(), 'counterfoil-snapshots-'))))
afterEach(() => {
  disk.free = null
  rmSync(dataDir, { recursive: true })
})

it('pays no heed to a request that was taken back meanwhile', async () => {
  const failures: unknown[] = []
  const pool = { emit: (_name: string, error: unknown) => failures.push(error) } as unknown as pg.Pool
  const folder = path.join(dataDir, 'snapshots')
  mkdirSync(folder)
  const stop = offerSnapshots({ pool, dataDir })
  // What an earlier process left is removed first.
  await expect.poll(() => existsSync(folder)).toBe(false)
  mkdirSync(folder)
  // The first request fails: there is no database. Meanwhile the others are withdrawn.
  const ids = Array.from({ length: 40 }, () => randomUUID())
  for (const id of ids) writeFileSync(path.join(folder, `${id}.wanted`), '')
  const isFailed = () => readdirSync(folder).some((name) => name.endsWith('.failed'))
  await expect.poll(isFailed, { interval: 1 }).toBe(true)
  for (const id of ids) rmSync(path.join(folder, `${id}.wanted`), { force: true })
  await stop()
  expect(failures).toEqual([])
})

it('leaves the copy whose lock a command holds, but nothing half written', async () => {
  const pool = { connect: () => new Promise(() => undefined), emit: () => true } as unknown as pg.Pool
  const folder = path.join(dataDir, 'snapshots')
  const [dead, reading, waiting] = [randomUUID(), randomUUID(), randomUUID()]
  for (const id of [dead, reading]) mkdirSync(path.join(folder, id), { recursive: true })
  const left = [`${dead}.lock`, `${waiting}.part`, `${reading}.json`]
  for (const name of [...left, `${reading}.lock`, `${waiting}.lock`])
    writeFileSync(path.join(folder, name), '')
  const held = [reading, waiting].map((id) => openSync(path.join(folder, `${id}.lock`), 'a+'))
  expect(held.map((lock) => tryLock(lock))).toEqual([true, true])
  const stop = offerSnapshots({ pool, dataDir })
  await expect.poll(() => existsSync(path.join(folder, `${dead}.lock`))).toBe(false)
  await stop()
  const kept = [reading, `${reading}.json`, `${reading}.lock`, `${waiting}.lock`]
  expect(new Set(readdirSync(folder))).toEqual(new Set(kept))
  for (const lock of held) closeSync(lock)
})

it('makes no copy that would take the last space of the database', async () => {
  const client = { query: async () => undefined, release: () => undefined }
  const pool = { connect: async () => client, emit: () => true } as unknown as pg.Pool
  mkdirSync(path.join(dataDir, 'pglite'))
  writeFileSync(path.join(dataDir, 'pglite', 'table'), Buffer.alloc(1024 ** 2))
  mkdirSync(path.join(dataDir, 'snapshots'))
  const stop = offerSnapshots({ pool, dataDir })
  const ask = async (free: number) => {
    disk.free = free
    const copy = path.join(dataDir, 'snapshots', randomUUID())
    mkdirSync(path.dirname(copy), { recursive: true })
    writeFileSync(`${copy}.wanted`, '')
    await expect.poll(() => existsSync(copy) || existsSync(`${copy}.failed`), { timeout: 10_000 }).toBe(true)
    return existsSync(copy) ? 'copied' : readFileSync(`${copy}.failed`, 'utf8')
  }
  await expect.poll(() => existsSync(path.join(dataDir, 'snapshots'))).toBe(false)
  expect(await ask(1024 ** 3)).toBe('copied')
  expect(await ask(64 * 1024 ** 2)).toBe('the disk of the data folder has no room for a copy')
  expect(readdirSync(path.join(dataDir, 'snapshots')).filter((name) => name.endsWith('.part'))).toEqual([])
  await stop()
})

const hourMs = 3_600_000
it.each([
  { what: 'is ahead of that of the file system', ahead: hourMs, changed: 0 },
  { what: 'is set back meanwhile', ahead: 0, changed: -hourMs },
])('copies what changes meanwhile, also if the clock $what', async ({ ahead, changed }) => {
  const [table, copies] = [path.join(dataDir, 'pglite', 'table'), path.join(dataDir, 'snapshots')]
  const change = async () => {
    writeFileSync(table, 'later')
    const at = new Date(statSync(table).mtimeMs + changed)
    utimesSync(table, at, at)
  }
  const client = { query: change, release: () => undefined }
  const pool = { connect: async () => client, emit: () => true } as unknown as pg.Pool
  for (const folder of [path.dirname(table), copies]) mkdirSync(folder)
  writeFileSync(table, 'early')
  const now = Date.now.bind(Date)
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + ahead)
  onTestFinished(() => clock.mockRestore())
  const stop = offerSnapshots({ pool, dataDir })
  await expect.poll(() => existsSync(copies)).toBe(false)
  mkdirSync(copies)
  const copy = path.join(copies, randomUUID())
  writeFileSync(`${copy}.wanted`, '')
  await expect.poll(() => existsSync(copy), { timeout: 10_000 }).toBe(true)
  expect(readFileSync(path.join(copy, 'table'), 'utf8')).toBe('later')
  await stop()
})

it('makes the folder of the database for its owner alone, also within one that others may enter', async () => {
  chmodSync(dataDir, 0o755)
  const folder = path.join(dataDir, 'pglite')
  await (await openDurable(folder)).close()
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  chmodSync(folder, 0o755)
  await (await openDurable(folder)).close()
  expect(statSync(folder).mode & 0o777).toBe(0o700)
}, 60_000)
