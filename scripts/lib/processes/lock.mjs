/** Allows one installation or build at a time: two would delete each other's files. */
import { createHash, randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from './processes.mjs'
import { root } from '../root.mjs'

// Outside the project folder: npm ci and next build empty folders that Git ignores.
const name = createHash('sha256').update(`${userInfo().uid} ${root}`).digest('hex').slice(0, 16)
const path = join(tmpdir(), `counterfoil-${name}.lock`)

/**
 * Runs `work` while holding the lock. Waits for another holder, and takes over the lock of a dead one.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function locked(work) {
  await acquire()
  const release = () => rmSync(path, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

async function acquire() {
  const ownText = `${process.pid} ${randomUUID()}`
  for (let isAnnounced = false; !take(ownText); await sleep(200)) {
    const holder = read(path)
    if (holder === undefined) continue // Released in between.
    const pid = Number(holder.split(' ')[0])
    if (!isAlive(pid)) discard(holder)
    else if (!isAnnounced) {
      console.log(`Waiting for process ${pid}, which is installing or building here…`)
      isAnnounced = true
    }
  }
}

/**
 * Tries to take the lock. Only a link creates a file atomically together with its content.
 * @param {string} mine
 */
function take(mine) {
  const draft = `${path}.${randomUUID()}`
  writeFileSync(draft, mine)
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/**
 * Removes a dead holder's lock. Renames it first, so that only one of several processes removes it, and restores it if
 * it is another holder's new lock.
 * @param {string} holder
 */
function discard(holder) {
  const aside = `${path}.${randomUUID()}`
  try {
    renameSync(path, aside)
  } catch {
    return // Another process was faster.
  }
  const content = read(aside)
  if (content !== undefined && content !== holder) take(content)
  rmSync(aside, { force: true })
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
