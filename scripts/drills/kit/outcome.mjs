/** Compares what was acknowledged with what exists, prints it, and decides the result of the drill. */
import { setTimeout as sleep } from 'node:timers/promises'
import { listNotifications } from './installation.mjs'

/** Longest time without further processing before the drill gives up. */
const patienceMs = 3 * 60_000
/** How often what was not answered is posted again, a second apart. */
const postedAgain = 10

/**
 * Counts lost and doubled notifications. Waiting ones have no uid yet: an acknowledged one that may be among them is
 * not lost.
 * @param {import('./load.mjs').Load} load @param {import('./installation.mjs').Listed} listed
 */
export function compare(load, { seen, waiting }) {
  let missing = 0
  for (const uid of load.acknowledged.keys()) if (!seen.has(uid)) missing++
  const doubled = [...seen.values()].filter((count) => count > 1).length
  return { lost: Math.max(0, missing - waiting), doubled, waiting, found: seen.size }
}

/**
 * Posts again what was not answered, and waits until every acknowledged notification is worked out. Reading the list slows
 * that down, so it is read seldom.
 * @param {import('./load.mjs').Load} load
 * @param {import('./load.mjs').Address} address
 * @param {() => Promise<import('./installation.mjs').Ask>} api
 */
export async function settled(load, address, api) {
  for (let tries = 0; load.unanswered.length > 0 && tries < postedAgain; tries++) {
    if (tries > 0) await sleep(1_000)
    await load.again(0, address)
  }
  let moved = { waiting: Number.POSITIVE_INFINITY, at: performance.now() }
  for (;;) {
    const all = compare(load, await listNotifications(await api()))
    if (all.waiting < moved.waiting) moved = { waiting: all.waiting, at: performance.now() }
    if (all.waiting === 0 || performance.now() - moved.at > patienceMs) return all
    await sleep(2_000 + all.waiting)
  }
}

/**
 * Posts again what was not answered, waits until all is worked out, and prints the result. Returns whether every
 * notification was acknowledged in the end, and is stored once and processed.
 * @param {import('./load.mjs').Load} load
 * @param {import('./load.mjs').Address} address
 * @param {() => Promise<import('./installation.mjs').Ask>} api
 * @param {string} what was done
 */
export async function conclude(load, address, api, what) {
  const { lost, doubled, waiting, found } = await settled(load, address, api)
  const unanswered = load.unanswered.length
  console.log(
    `${what}: ${load.sent} sent, ${load.acknowledged.size} acknowledged, ${found} found, ${lost} lost, ${doubled} doubled, ${waiting} not worked out, ${unanswered} never acknowledged`,
  )
  for (const [status, count] of load.wrong) console.log(`${count} were answered ${status}`)
  return lost + doubled + waiting + unanswered === 0 && load.wrong.size === 0
}
