/** A provider's statement whose differences from the payments here are known. */
import { randomUUID } from 'node:crypto'
import { payment } from './load.mjs'
import { settled } from './outcome.mjs'

/** @typedef {{ file: string, counts: Counts }} Statement */
/** @typedef {{ rows: number, matched: number, differing: number, only_there: number, only_here: number }} Counts */

/** On the statement's only day. Enough exist only there for a comparison to take a while. */
const counts = { rows: 5_260, matched: 200, differing: 60, only_there: 5_000, only_here: 40 }
const mapping = {
  columns: ['uid', 'amount', 'currency', 'time'],
  amounts: 'minor',
  decimal: '.',
  dates: 'ymd',
  zone: 'UTC',
}

/**
 * Posts the payments of a day, waits until they are worked out, and writes a statement of that day.
 * @param {import('./load.mjs').Load} load @param {import('./load.mjs').Address} address
 * @param {() => Promise<import('./installation.mjs').Ask>} api
 * @returns {Promise<Statement>}
 */
export async function plantStatement(load, address, api) {
  /** @type {string[]} */
  const lines = []
  const line = (/** @type {string} */ uid, /** @type {number} */ amount) =>
    lines.push(`${uid},${amount},EUR,2026-03-01T10:00:00Z`)
  for (let n = 0; n < counts.matched + counts.differing + counts.only_here; n++) {
    const { uid, body } = payment()
    // Other payments of a drill are in May.
    await load.send(address, { uid, body: body.replaceAll('2026-05-01', '2026-03-01') })
    const { transaction } = /** @type {{ transaction: { amount: number } }} */ (JSON.parse(body))
    if (n < counts.matched) line(uid, transaction.amount)
    else if (n < counts.matched + counts.differing) line(uid, transaction.amount + 1)
  }
  for (let n = 0; n < counts.only_there; n++) line(randomUUID(), 1_000 + n)
  await settled(load, address, api)
  return { file: [JSON.stringify(mapping), 'uid,amount,currency,paid_at', ...lines].join('\n'), counts }
}
