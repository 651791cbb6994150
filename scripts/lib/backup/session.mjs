/** A connection for reading and writing whole tables, on a PostgreSQL server or an embedded database. */
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { connectTo } from '../database/database.mjs'
import { root } from '../root.mjs'

/** @typedef {Record<string, string | number | boolean | null>} Row */
/**
 * `query` is for values that JSON has. `copyOut` returns what one COPY … TO STDOUT gives, as text; `copyIn` hands such
 * text to COPY … FROM STDIN. The caller keeps each piece small: it is held in memory.
 * @typedef {{
 *   isEmbedded: boolean,
 *   query: (text: string, values?: unknown[]) => Promise<Row[]>,
 *   copyOut: (select: string) => Promise<Buffer>,
 *   copyIn: (target: string, rows: Buffer) => Promise<void>,
 *   close: () => Promise<void>,
 * }} Session
 */

/** Both kinds write values the same way with these, so that text can be compared. */
const manners = [
  "SET client_encoding = 'UTF8'",
  "SET timezone = 'UTC'",
  "SET datestyle = 'ISO, MDY'",
  "SET intervalstyle = 'postgres'",
  "SET bytea_output = 'hex'",
  'SET extra_float_digits = 1',
]

/** @param {string} connectionString @param {string} name what the address is called in messages @returns {Promise<Session>} */
export async function openServerSession(connectionString, name) {
  const client = await connectTo({ url: connectionString, name })
  // A lost connection also fails the statement under way.
  client.on('error', () => undefined)
  for (const statement of manners) await client.query(statement)
  return {
    isEmbedded: false,
    query: async (text, values) => /** @type {Row[]} */ ((await client.query(text, values)).rows),
    copyOut: (select) => buffer(client.query(copyTo(`COPY (${select}) TO STDOUT`))),
    copyIn: async (target, rows) => {
      const stream = client.query(copyFrom(`COPY ${target} FROM STDIN`))
      const finished = once(stream, 'finish')
      stream.end(rows)
      await finished
    },
    close: () => client.end(),
  }
}

/** @param {string} folder of the engine's files, which no other process uses @returns {Promise<Session>} */
export async function openEmbeddedSession(folder) {
  const { emptyDatabase, openDurable } = await import('../../../lib/db/embedded/open.mjs')
  const database = await openDurable(folder, emptyDatabase(root))
  for (const statement of manners) await database.query(statement)
  return {
    isEmbedded: true,
    query: async (text, values) => /** @type {Row[]} */ ((await database.query(text, values)).rows),
    copyOut: async (select) => {
      const { blob } = await database.query(`COPY (${select}) TO '/dev/blob'`)
      return blob ? Buffer.from(await blob.arrayBuffer()) : Buffer.alloc(0)
    },
    copyIn: async (target, rows) => {
      await database.query(`COPY ${target} FROM '/dev/blob'`, [], { blob: new Blob([new Uint8Array(rows)]) })
    },
    close: () => database.close(),
  }
}
