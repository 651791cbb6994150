import 'server-only'
import { constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, rmdir, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { tryLock } from 'fs-native-extensions'
import type pg from 'pg'
import { reasonOf } from '../connection/database-unusable'

/**
 * A file `ID.wanted` in this folder of the data folder asks for a copy. Only users who may read the database can write
 * it.
 */
const folderName = 'snapshots'
const wanted = /^([0-9a-f-]{36})\.wanted$/
const idLength = 36
const lookEveryMs = 1_000
/** The free space that a copy must leave, because the database stops when it cannot write. */
const sparedBytes = 64 * 1024 ** 2
/** A file system may round the time of a change. */
const toleranceMs = 2_000

type Place = { pool: pg.Pool; dataDir: string }

/**
 * Copies the files of the embedded database for `npm run admin -- backup` and others, which cannot open them while
 * this process does. Returns a function that stops it.
 */
export function offerSnapshots({ pool, dataDir }: Place): () => Promise<void> {
  const folder = path.join(dataDir, folderName)
  let running: Promise<void> = removeLeftBehind(folder)
  let isIdle = false
  void running.finally(() => (isIdle = true)).catch(() => undefined)
  const timer = setInterval(() => {
    if (!isIdle) return
    isIdle = false
    running = look({ pool, dataDir }, folder)
      .catch((error: unknown) => void pool.emit('error', error as Error, undefined as never))
      .finally(() => (isIdle = true))
  }, lookEveryMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running.catch(() => undefined)
  }
}

/**
 * Removes what an ended process and killed commands left. A running command holds the lock of its copy
 * (scripts/lib/backup/source.mjs): it may be reading the copy or waiting for it.
 */
async function removeLeftBehind(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    // No other process writes it any more.
    if (name.endsWith('.part')) await rm(path.join(folder, name), { recursive: true, force: true })
  }
  for (const id of new Set(names.map((name) => name.slice(0, idLength)))) {
    const lock = await open(path.join(folder, `${id}.lock`), 'a+', 0o600)
    try {
      if (!tryLock(lock.fd)) continue
      for (const name of await readdir(folder))
        if (name.startsWith(id)) await rm(path.join(folder, name), { recursive: true, force: true })
    } finally {
      await lock.close()
    }
  }
  // Fails if the folder is not empty.
  await rmdir(folder).catch(() => undefined)
}

async function look(place: Place, folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const id = wanted.exec(name)?.[1]
    if (id !== undefined) await answer(place, path.join(folder, id))
  }
}

/** Leaves `copy.json`, then the copy in the folder `copy`; on failure, `copy.failed` with the reason. */
async function answer({ pool, dataDir }: Place, copy: string): Promise<void> {
  const draft = `${copy}.part`
  if (!(await isStillWanted(`${copy}.wanted`))) return
  try {
    const pausedMs = await copyDatabase(pool, path.join(dataDir, 'pglite'), draft)
    await writeFile(`${copy}.json`, JSON.stringify({ pausedMs }))
    await rename(draft, copy)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // The command reads it as soon as it exists.
    await writeFile(draft, reasonOf(error))
    await rename(draft, `${copy}.failed`)
  }
}

/** Removes the request. False: the command has given up meanwhile. */
async function isStillWanted(request: string): Promise<boolean> {
  try {
    await rm(request)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}

/**
 * Copies all files while statements run; then pauses statements and copies the files that changed since. The copy opens
 * like a database whose process was killed at that moment. Returns how long statements waited, in ms.
 */
async function copyDatabase(pool: pg.Pool, from: string, to: string): Promise<number> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  // By the clock of the file system, which need not be that of this machine.
  const since = (await stat(to)).mtimeMs - toleranceMs
  const times: Times = new Map()
  await copyFiles(from, to, { since, times })
  const client = await pool.connect()
  const start = performance.now()
  try {
    await client.query('CHECKPOINT')
    await copyFiles(from, to, { since, times })
  } finally {
    client.release()
  }
  return Math.round(performance.now() - start)
}

/** When the copied files had been changed last (ms), by their paths. */
type Times = Map<string, number>
type Round = { since: number; times: Times }

/** Copies the files that are new, or changed since they were copied, and removes those that are gone. */
async function copyFiles(from: string, to: string, round: Round): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  const entries = await readdir(from, { withFileTypes: true })
  const names = new Set(entries.map(({ name }) => name))
  for (const name of await readdir(to))
    if (!names.has(name)) await rm(path.join(to, name), { recursive: true, force: true })
  for (const entry of entries) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.isDirectory()) await copyFiles(source, target, round)
    else await copyIfChanged(source, target, round)
  }
}

async function copyIfChanged(source: string, target: string, { since, times }: Round): Promise<void> {
  try {
    const now = await stat(source)
    const before = await stat(target).catch(() => null)
    // Another time counts even if it is earlier: a clock may be set back.
    const isSame = before?.size === now.size && times.get(source) === now.mtimeMs && now.mtimeMs < since
    if (isSame) return
    await requireRoom(path.dirname(target), now.size - (before?.size ?? 0))
    times.set(source, now.mtimeMs)
    await copyFile(source, target, constants.COPYFILE_FICLONE)
  } catch (error) {
    // Removed while statements run: the second round sees what exists then.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}

async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < bytes + sparedBytes)
    throw new Error('the disk of the data folder has no room for a copy')
}
