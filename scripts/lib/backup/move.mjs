/** Moves a stopped application's database to the other kind, table by table. Run again, it continues. */
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../root.mjs'
import { SetupError } from '../setup.mjs'
import { placeAnchors } from './anchors.mjs'
import {
  isEmptyDatabase,
  loadRows,
  makeTables,
  refuseNewer,
  requireTables,
  setSequences,
  takeOutReferences,
  versionsOf,
} from './load.mjs'
import { openEmbeddedSession, openServerSession } from './session.mjs'
import { startLock } from './source.mjs'
import { digestOf, nameOf, qualified, readTable, sequencesOf, tablesOf } from './tables.mjs'

/**
 * @typedef {import('./session.mjs').Session} Session
 * @typedef {import('./tables.mjs').Table} Table
 * @typedef {(name: string, what: { rows: number, isCopied: boolean }) => void} Tell
 */

/** It exists in a database whose move is not finished: no application starts on it (lib/db/migrate.ts). */
const marker = 'public.__moving'

/** @typedef {import('./source.mjs').StoppedSource} StoppedSource */
/** @param {StoppedSource} source @param {string} url @param {Tell} tell */
export async function moveToServer(source, url, tell) {
  const target = await openServerSession(url, 'The other database')
  try {
    await requireAlone(target)
    await move(source, target, tell)
  } finally {
    await target.close()
  }
}

/** Two moves into one database would mix their tables. @param {Session} target */
async function requireAlone({ query }) {
  const [lock] = await query('SELECT pg_try_advisory_lock($1) AS is_mine', [startLock])
  if (lock?.is_mine !== true)
    throw new SetupError('Another move, or an application, is at work on the other database.')
}

/**
 * @param {StoppedSource} source
 * @param {string} folder a data folder, which is locked
 * @param {{ tell: Tell, anchors: string | null }} more `anchors`: the file of anchors, which goes with the database
 */
export async function moveToFolder(source, folder, { tell, anchors }) {
  const place = join(folder, 'pglite')
  if (existsSync(place)) throw new SetupError(`${folder} holds a database already.`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, 'pglite.moving')
  const target = await openDraft(draft)
  try {
    await move(source, target, tell)
  } finally {
    await target.close()
  }
  if (anchors !== null) await placeAnchors(folder, await readFile(anchors))
  await rename(draft, place)
}

/** @param {string} draft @returns {Promise<Session>} */
async function openDraft(draft) {
  const session = await openEmbeddedSession(draft)
  if ((await isBegun(session)) || (await isEmptyDatabase(session))) return session
  // An earlier run ended after its last statement. The other database may have changed since.
  await session.close()
  await rm(draft, { recursive: true })
  return openEmbeddedSession(draft)
}

/** @param {Session} session */
async function isBegun({ query }) {
  const [known] = await query('SELECT to_regclass($1) IS NOT NULL AS is_there', [marker])
  return known?.is_there === true
}

/** @param {StoppedSource} source @param {Session} target @param {Tell} tell */
async function move(source, target, tell) {
  const versions = await versionsOf(source)
  if (versions.public === undefined)
    throw new SetupError('The database to move is not a database of Counterfoil.')
  refuseNewer(root, versions, 'The database')
  const tables = await tablesOf(source)
  const putIn = await beginOrContinue(target, versions)
  await requireTables(target, tables)
  for (const table of tables) {
    const wanted = await digestOf(source, table)
    const isCopied = !isEqual(wanted, await digestOf(target, table))
    if (isCopied) await copy(source, target, table)
    if (!isEqual(wanted, await digestOf(target, table)))
      throw new SetupError(`${nameOf(table)}: the rows differ after they were copied. Run the command again.`)
    tell(nameOf(table), { rows: wanted.rows, isCopied })
  }
  // Anything written there meanwhile would be missing here.
  await source.requireAlone()
  await target.query('BEGIN')
  await setSequences(target, await sequencesOf(source))
  for (const statement of putIn) await target.query(statement)
  await target.query(`DROP TABLE ${marker}`)
  await target.query('COMMIT')
}

/** @typedef {import('./tables.mjs').Digest} Digest */
/** @param {Digest} one @param {Digest} other */
const isEqual = (one, other) => one.rows === other.rows && one.hash === other.hash

/**
 * Creates the tables, or continues with what an earlier run created. Returns the statements that add the foreign keys.
 * @param {Session} target
 * @param {import('./load.mjs').Versions} versions
 * @returns {Promise<string[]>}
 */
async function beginOrContinue(target, versions) {
  if (await isBegun(target)) {
    const [row] = await target.query(`SELECT put_in::text, versions::text FROM ${marker}`)
    if (row?.versions !== JSON.stringify(versions))
      throw new SetupError('The other database holds the beginning of another move. Empty it, and run the command again.') // prettier-ignore
    return /** @type {string[]} */ (JSON.parse(String(row.put_in)))
  }
  if (!(await isEmptyDatabase(target))) throw new SetupError('The other database is not empty.')
  await target.query('BEGIN')
  await makeTables(target, root, versions)
  const putIn = await takeOutReferences(target)
  await target.query(`CREATE TABLE ${marker} (put_in text NOT NULL, versions text NOT NULL)`)
  await target.query(`INSERT INTO ${marker} VALUES ($1, $2)`, [JSON.stringify(putIn), JSON.stringify(versions)]) // prettier-ignore
  await target.query('COMMIT')
  return putIn
}

/** @param {Session} source @param {Session} target @param {Table} table */
async function copy(source, target, table) {
  await target.query('BEGIN')
  await target.query(`TRUNCATE ${qualified(table)}`)
  for await (const rows of readTable(source, table)) await loadRows(target, table, rows)
  await target.query('COMMIT')
}
