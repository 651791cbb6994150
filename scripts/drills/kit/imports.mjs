/** Imports of products, as a person orders them. */
import { setTimeout as sleep } from 'node:timers/promises'

/** @typedef {import('./installation.mjs').Ask} Ask */

const patienceMs = 4 * 60_000

/**
 * Uploads a file with a product of each name, waits for the dry run and starts the import. Returns the job's ID.
 * @param {Ask} ask
 * @param {string[]} names
 */
export async function importProducts(ask, names) {
  const lines = names.map((name) => `${name},Laid,EUR,12.50,3,true`)
  const body = ['name,description,currency,price,quantity,immortal', ...lines].join('\n')
  const headers = { 'content-type': 'text/csv' }
  /** @type {{ id: string }} */
  const { id } = await ask('/products/import', { method: 'POST', body, headers })
  await until(ask, id, ['planned'])
  await ask(`/jobs/${id}/run`, { method: 'POST' })
  return id
}

const ended = ['done', 'failed', 'cancelled']

/** Waits until the job has ended. @param {Ask} ask @param {string} id */
export const waitForEnd = (ask, id) => until(ask, id, ended)

/** @param {Ask} ask @param {string} id of a job */
export async function hasEnded(ask, id) {
  /** @type {{ state: string }} */
  const { state } = await ask(`/jobs/${id}`)
  return ended.includes(state)
}

/** @param {Ask} ask @param {string} id @param {string[]} states */
async function until(ask, id, states) {
  for (const end = performance.now() + patienceMs; ; await sleep(500)) {
    /** @type {{ state: string, counts: object }} */
    const { state, counts } = await ask(`/jobs/${id}`)
    if (states.includes(state)) return
    if (performance.now() > end) throw new Error(`job ${id} stays ${state}: ${JSON.stringify(counts)}`)
  }
}
