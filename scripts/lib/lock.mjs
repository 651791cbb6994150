/** One installation or build at a time: two would delete files under each other's feet. */
import { createHash, randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from './processes.mjs'
import { root } from './root.mjs'

// Not in the project's folder: npm ci and next build empty the folders that Git ignores.
const name = createHash('sha256').update(`${userInfo().uid} ${root}`).digest('hex').slice(0, 16)
const path = join(tmpdir(), `counterfoil-${name}.lock`)

/**
 * Runs `work` while holding the lock; waits for another holder, and takes over from one that was killed.
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
  const mine = `${process.pid} ${randomUUID()}`
  for (let told = false; !take(mine); await sleep(200)) {
    const holder = read(path)
    if (holder === undefined) continue // Released this moment.
    const pid = Number(holder.split(' ')[0])
    if (!isAlive(pid)) discard(holder)
    else if (!told) {
      console.log(`Waiting for process ${pid}, which is installing or building here…`)
      told = true
    }
  }
}

/**
 * Linking is the one way to make a file appear with its content already in it.
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
 * Removes a dead holder's lock. By renaming, so that of two who do this at once only one removes a given
 * file; and put back when it turns out to be a lock that was taken in between.
 * @param {string} holder
 */
function discard(holder) {
  const aside = `${path}.${randomUUID()}`
  try {
    renameSync(path, aside)
  } catch {
    return // Someone else was faster.
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
