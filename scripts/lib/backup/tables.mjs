/** The tables of a database: their names, their rows in pieces, and a digest by which two tables can be compared. */
import { createHash } from 'node:crypto'

/** @typedef {import('./session.mjs').Session} Session */
/** @typedef {{ schema: string, name: string, columns: string[] }} Table */
/** @typedef {{ rows: number, hash: string }} Digest */
/** @typedef {{ name: string, value: string }} Sequence */

/** The queues (`pgboss`) are left out: each start creates them again, and what is due is in our tables. */
export const schemas = ['public', 'sandbox']

/** Most bytes of a table in one piece, as stored. As text they can be a few times as long. */
const bytesAtOnce = 8 * 1024 ** 2
/** Most pages, of 8 kB each, in one piece. Long values are stored outside them. */
const mostPagesAtOnce = 128

/** @param {string} name */
export const quoted = (name) => `"${name.replaceAll('"', '""')}"`
/** @param {Pick<Table, 'schema' | 'name'>} table */
export const nameOf = ({ schema, name }) => `${schema}.${name}`
/** @param {Pick<Table, 'schema' | 'name'>} table */
export const qualified = ({ schema, name }) => `${quoted(schema)}.${quoted(name)}`
/** @param {Table} table */
export const columnsOf = ({ columns }) => columns.map(quoted).join(', ')

/** @param {Session} session @returns {Promise<Table[]>} without generated columns */
export async function tablesOf({ query }) {
  const rows = await query(
    `SELECT n.nspname AS schema, c.relname AS name,
       (SELECT json_agg(a.attname ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '')::text AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND n.nspname = ANY ($1::text[])
       AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
     ORDER BY n.nspname, c.relname`,
    [schemas],
  )
  return rows.map(({ schema, name, columns }) => ({
    schema: String(schema),
    name: String(name),
    columns: /** @type {string[]} */ (JSON.parse(String(columns ?? '[]'))),
  }))
}

/** @param {Session} session @returns {Promise<Sequence[]>} those that have given numbers */
export async function sequencesOf({ query }) {
  const rows = await query(
    `SELECT format('%I.%I', schemaname, sequencename) AS name, last_value::text AS value FROM pg_sequences
     WHERE schemaname = ANY ($1::text[]) AND last_value IS NOT NULL ORDER BY 1`,
    [schemas],
  )
  return rows.map(({ name, value }) => ({ name: String(name), value: String(value) }))
}

/**
 * The rows of a table in the text form of COPY, in pieces of whole rows.
 * @param {Session} session within a transaction that always sees the same rows (REPEATABLE READ)
 * @param {Table} table
 * @returns {AsyncGenerator<Buffer>}
 */
export async function* readTable({ query, copyOut }, table) {
  const [size] = await query(
    `SELECT ceil(pg_relation_size($1::regclass) / current_setting('block_size')::numeric)::int AS pages,
       pg_table_size($1::regclass)::text AS bytes`,
    [qualified(table)],
  )
  const pages = Number(size?.pages ?? 0)
  const bytesOfPage = Number(size?.bytes ?? 0) / pages
  const pagesAtOnce = Math.min(mostPagesAtOnce, Math.max(1, Math.floor(bytesAtOnce / bytesOfPage)))
  for (let page = 0; page < pages; page += pagesAtOnce) {
    const until = page + pagesAtOnce < pages ? ` AND ctid < '(${page + pagesAtOnce},0)'` : ''
    const piece = await copyOut(
      `SELECT ${columnsOf(table)} FROM ${qualified(table)} WHERE ctid >= '(${page},0)'${until}`,
    )
    if (piece.length > 0) yield piece
  }
}

const newline = 0x0a

/**
 * Adds up the SHA-256 of each row, in eight lanes of 32 bits. The sum is equal for the same rows in any order, so that
 * tables of two databases can be compared.
 */
export function rowSum() {
  const lanes = new Uint32Array(8)
  let rows = 0
  return {
    /** @param {Buffer} piece whole rows */
    add(piece) {
      for (let start = 0; start < piece.length;) {
        const end = piece.indexOf(newline, start)
        if (end < 0) throw new Error('a row is cut')
        const digest = createHash('sha256').update(piece.subarray(start, end)).digest()
        for (let lane = 0; lane < 8; lane += 1)
          lanes[lane] = (lanes[lane] ?? 0) + digest.readUInt32LE(lane * 4)
        rows += 1
        start = end + 1
      }
    },
    /** @returns {Digest} */
    result: () => ({ rows, hash: Buffer.from(lanes.buffer, 0, 32).toString('hex') }),
  }
}

/** Reads a whole table. @param {Session} session @param {Table} table @returns {Promise<Digest>} */
export async function digestOf(session, table) {
  const sum = rowSum()
  for await (const piece of readTable(session, table)) sum.add(piece)
  return sum.result()
}
