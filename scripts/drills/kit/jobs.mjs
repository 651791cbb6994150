/** Jobs of four kinds whose outcome is known before they begin, each compared with the result. */
import { setTimeout as sleep } from 'node:timers/promises'
import { hasEnded, importProducts, waitForEnd } from './imports.mjs'
import { Refused } from './installation.mjs'

/** @typedef {import('./installation.mjs').Ask} Ask */
/** @typedef {import('./products.mjs').Products} Products */
/** Rows of a file, or products. @typedef {Record<'sent' | 'acknowledged' | 'found' | 'lost' | 'doubled', number>} Outcome */
/**
 * `isEnded`: also of a request that was cut off. `judge` waits for what is still open then.
 * @typedef {{ isEnded: () => Promise<boolean>, judge: () => Promise<Outcome> }} Job
 */
/** @typedef {Record<'done' | 'unchanged' | 'unconfirmed', number>} Counts */

const importedRows = 60
const changedHere = 60
const changedElsewhere = 20
/** A row that was sent and not answered may be sent again after this (lib/core/server/route/idempotency-keys.ts). */
const lostAfterMs = 60_000

/**
 * Returns by kind a function that orders another job. Each has unique names and prices.
 * @param {Ask} ask
 * @param {Products} sandbox
 * @param {string[]} ids of products whose prices may be changed
 * @param {import('./statement.mjs').Statement} statement
 * @returns {Record<string, () => Promise<Job>>}
 */
export function jobsOf(ask, sandbox, ids, statement) {
  let price = 2_000
  let file = 0
  return {
    sync: () => syncing(ask, sandbox, ids.slice(0, changedElsewhere), ++price),
    bulk: () => bulkChange(ask, sandbox, ids.slice(0, changedHere), ++price),
    import: () => importing(ask, sandbox, ++file),
    reconciliation: () => reconciliation(ask, statement),
  }
}

/**
 * Changes products at the sandbox, creates others there, and starts a sync.
 * @param {Ask} ask
 * @param {Products} sandbox
 * @param {string[]} ids
 * @param {number} price
 * @returns {Promise<Job>}
 */
async function syncing(ask, sandbox, ids, price) {
  for (const id of ids) await sandbox.call(`/products/${id}`, { amount: String(price) }, 'PUT')
  await sandbox.make(changedElsewhere)
  let isEnded = false
  void ask('/products/sync', { method: 'POST' })
    .catch(() => undefined)
    .then(() => (isEnded = true))
  return {
    isEnded: async () => isEnded,
    judge: async () => {
      const { there, here, lost, doubled, wrong } = await sandbox.difference(ask)
      return { sent: there, acknowledged: here, found: there - lost, lost: lost + wrong, doubled }
    },
  }
}

/** @param {Ask} ask @param {Products} sandbox @param {string[]} ids @param {number} price @returns {Promise<Job>} */
async function bulkChange(ask, sandbox, ids, price) {
  const operation = { kind: 'set_price', currency: 'EUR', amount: price }
  const body = { operation, selection: { ids }, run: true }
  /** @type {{ id: string }} */
  const { id: job } = await ask('/products/bulk', { method: 'POST', body })
  return {
    isEnded: () => hasEnded(ask, job),
    judge: async () => {
      const { done, unchanged } = await confirmed(ask, job)
      const prices = new Map((await sandbox.all()).map(({ id, amount }) => [id, amount]))
      const found = ids.filter((id) => prices.get(id) === price).length
      let doubled = 0
      for (const id of ids) if ((await timesChanged(ask, id, price)) > 1) doubled++
      return { sent: ids.length, acknowledged: done + unchanged, found, lost: ids.length - found, doubled }
    },
  }
}

/** How often a product's history says that it got this price. @param {Ask} ask @param {string} id @param {number} price */
async function timesChanged(ask, id, price) {
  /** @type {{ items: { changes: { field: string, to?: unknown }[] }[] }} */
  const { items } = await ask(`/products/${id}/history?limit=100`)
  return items.filter(({ changes }) => changes.some(({ field, to }) => field === 'amount' && to === price))
    .length
}

/** @param {Ask} ask @param {Products} sandbox @param {number} file its number @returns {Promise<Job>} */
async function importing(ask, sandbox, file) {
  const names = Array.from({ length: importedRows }, (_, n) => `Killed ${file}.${n}`)
  const id = await importProducts(ask, names)
  return {
    isEnded: () => hasEnded(ask, id),
    judge: async () => {
      const { done } = await confirmed(ask, id)
      const all = await sandbox.all()
      const times = names.map((name) => all.filter((product) => product.name === name).length)
      return {
        sent: names.length,
        acknowledged: done,
        found: times.filter((count) => count > 0).length,
        lost: times.filter((count) => count === 0).length,
        doubled: times.filter((count) => count > 1).length,
      }
    },
  }
}

/**
 * Waits until no row is unconfirmed. Rows that stay so for a minute are repeated, as by a person who does not find
 * their result.
 * @param {Ask} ask
 * @param {string} id
 */
async function confirmed(ask, id) {
  for (let tries = 0; ; tries++) {
    await waitForEnd(ask, id)
    /** @type {{ counts: Counts }} */
    const { counts } = await ask(`/jobs/${id}`)
    if (counts.unconfirmed === 0 || tries === 3) return counts
    await sleep(lostAfterMs)
    await ask(`/jobs/${id}/repeat`, { method: 'POST' }).catch((/** @type {unknown} */ error) => {
      // The application looks for them as well.
      if (!(error instanceof Refused)) throw error
    })
  }
}

/** @param {Ask} ask @param {import('./statement.mjs').Statement} statement @returns {Promise<Job>} */
async function reconciliation(ask, { file, counts: planted }) {
  const headers = { 'content-type': 'text/csv' }
  /** @type {{ id: string }} */
  const { id } = await ask('/payments/reconciliations/import', { method: 'POST', body: file, headers })
  /** @returns {Promise<{ state: string, counts: typeof planted }>} */
  const read = () => ask(`/payments/reconciliations/${id}`)
  return {
    isEnded: async () => !['reading', 'matching'].includes((await read()).state),
    judge: async () => {
      const { counts } = await read()
      const results = /** @type {const} */ (['matched', 'differing', 'only_there', 'only_here'])
      const more = results.map((result) => counts[result] - planted[result])
      const lost = more.reduce((sum, one) => sum + Math.max(0, -one), 0)
      const doubled = more.reduce((sum, one) => sum + Math.max(0, one), 0)
      const found = counts.matched + counts.differing + counts.only_there
      return { sent: planted.rows, acknowledged: counts.rows, found, lost, doubled }
    },
  }
}
