/** Puts tables into an empty database. */
import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { SetupError } from '../setup.mjs'
import { columnsOf, nameOf, qualified, quoted, schemas, tablesOf } from './tables.mjs'

/**
 * @typedef {import('./session.mjs').Session} Session
 * @typedef {import('./tables.mjs').Table} Table
 * @typedef {import('./tables.mjs').Sequence} Sequence
 */
/** The last migration of each schema that a database has: what its tables are like. @typedef {Record<string, number>} Versions */

const migrationsTable = '__migrations'
/** @type {Record<string, string>} */
const folders = {
  public: join('lib', 'core', 'server', 'tables', 'migrations'),
  sandbox: join('lib', 'sandbox', 'tables', 'migrations'),
}

/** @param {Session} session @returns {Promise<Versions>} empty: no database of this application */
export async function versionsOf({ query }) {
  /** @type {Versions} */
  const versions = {}
  for (const schema of schemas) {
    const table = `${quoted(schema)}.${migrationsTable}`
    const [known] = await query('SELECT to_regclass($1) IS NOT NULL AS is_there', [table])
    if (known?.is_there !== true) continue
    const [row] = await query(`SELECT max(created_at)::text AS last FROM ${table}`)
    versions[schema] = Number(row?.last ?? 0)
  }
  return versions
}

/** @param {string} root @param {string} schema */
const migrationsIn = (root, schema) =>
  readMigrationFiles({ migrationsFolder: join(root, folders[schema] ?? '') })

/** Brings a database to this version of the application. @param {string} root @returns {Versions} */
export const ownVersions = (root) =>
  Object.fromEntries(
    schemas.map((schema) => [
      schema,
      Math.max(0, ...migrationsIn(root, schema).map(({ folderMillis }) => folderMillis)),
    ]),
  )

/** @param {string} root @param {Versions} versions @param {string} what @throws {SetupError} */
export function refuseNewer(root, versions, what) {
  const own = ownVersions(root)
  if (Object.entries(versions).some(([schema, last]) => last > (own[schema] ?? 0)))
    throw new SetupError(`${what} is of a newer version of Counterfoil. Use that version, or a later one.`)
}

/** @param {Session} session @returns {Promise<boolean>} whether nothing is there */
export async function isEmptyDatabase({ query }) {
  const rows = await query(
    `SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p', 'v', 'm') AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
       AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
     LIMIT 1`,
  )
  return rows.length === 0
}

/**
 * Creates the tables as these versions have them, without rows. Tables of later versions come with the next start.
 * @param {Session} session
 * @param {string} root
 * @param {Versions} versions
 */
export async function makeTables({ query }, root, versions) {
  for (const schema of schemas) {
    const last = versions[schema]
    if (last === undefined) continue
    await query(`CREATE SCHEMA IF NOT EXISTS ${quoted(schema)}`)
    // As drizzle-orm creates it. Its rows come from the other database.
    await query(
      `CREATE TABLE ${quoted(schema)}.${migrationsTable} (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)`,
    )
    for (const { folderMillis, sql } of migrationsIn(root, schema))
      if (folderMillis <= last) for (const statement of sql) await query(statement)
  }
  const tables = await tablesOf(/** @type {Session} */ ({ query }))
  if (tables.length > 0) await query(`TRUNCATE ${tables.map(qualified).join(', ')}`)
}

/**
 * Removes the foreign keys, because rows come table by table, and the triggers, which would change earlier rows.
 * Returns the statements that restore them.
 * @param {Session} session
 * @returns {Promise<string[]>}
 */
export async function takeOutReferences({ query }) {
  const rows = await query(
    `SELECT n.nspname AS schema, r.relname AS name, quote_ident(c.conname) AS key, pg_get_constraintdef(c.oid) AS definition
     FROM pg_constraint c JOIN pg_class r ON r.oid = c.conrelid JOIN pg_namespace n ON n.oid = r.relnamespace
     WHERE c.contype = 'f' AND c.conparentid = 0 AND n.nspname = ANY ($1::text[]) ORDER BY 1, 2, 3`,
    [schemas],
  )
  const statements = []
  for (const { schema, name, key, definition } of rows) {
    const table = qualified({ schema: String(schema), name: String(name) })
    await query(`ALTER TABLE ${table} DROP CONSTRAINT ${String(key)}`)
    statements.push(`ALTER TABLE ${table} ADD CONSTRAINT ${String(key)} ${String(definition)}`)
  }
  const triggers = await query(
    `SELECT n.nspname AS schema, r.relname AS name, quote_ident(t.tgname) AS trigger
     FROM pg_trigger t JOIN pg_class r ON r.oid = t.tgrelid JOIN pg_namespace n ON n.oid = r.relnamespace
     WHERE NOT t.tgisinternal AND n.nspname = ANY ($1::text[]) ORDER BY 1, 2, 3`,
    [schemas],
  )
  for (const { schema, name, trigger } of triggers) {
    const table = qualified({ schema: String(schema), name: String(name) })
    await query(`ALTER TABLE ${table} DISABLE TRIGGER ${String(trigger)}`)
    statements.push(`ALTER TABLE ${table} ENABLE TRIGGER ${String(trigger)}`)
  }
  return statements
}

/** @param {Session} session @param {readonly Table[]} wanted @throws {SetupError} if a table or a column is missing */
export async function requireTables(session, wanted) {
  const found = new Map((await tablesOf(session)).map((table) => [nameOf(table), new Set(table.columns)]))
  for (const table of wanted) {
    const columns = found.get(nameOf(table))
    const missing = table.columns.find((column) => !columns?.has(column))
    if (!columns || missing !== undefined)
      throw new SetupError(
        `This version makes no ${columns ? `column ${nameOf(table)}.${missing}` : `table ${nameOf(table)}`}, which the other database has.`,
      )
  }
}

/** @param {Session} session @param {Table} table @param {Buffer} rows */
export const loadRows = ({ copyIn }, table, rows) => copyIn(`${qualified(table)} (${columnsOf(table)})`, rows)

/** @param {Session} session @param {readonly Sequence[]} sequences */
export async function setSequences({ query }, sequences) {
  for (const { name, value } of sequences)
    await query('SELECT setval($1::regclass, $2::bigint)', [name, value])
}
