/** Makes a backup: every table at one moment, what its rows add up to, and the files beside the database. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { anchorFile } from '../database/database.mjs'
import { root } from '../root.mjs'
import { SetupError } from '../setup.mjs'
import { writeArchive } from './archive.mjs'
import { keysFor, missingKeys, sealedWith } from './keys.mjs'
import { versionsOf } from './load.mjs'
import { nameOf, readTable, rowSum, sequencesOf, tablesOf } from './tables.mjs'

/**
 * @typedef {import('./tables.mjs').Table} Table
 * @typedef {import('./tables.mjs').Digest} Digest
 * @typedef {import('./tables.mjs').Sequence} Sequence
 */
/**
 * First in the file.
 * @typedef {{
 *   format: 'counterfoil-backup', formatVersion: 1, application: string, madeAt: string,
 *   madeOn: 'embedded' | 'postgresql', versions: import('./load.mjs').Versions,
 *   sealed: import('./keys.mjs').SealedWith | null, hasKey: boolean, tables: Table[],
 * }} Manifest
 */
/** Last in the file, so that a file that was cut has none. @typedef {{ tables: Record<string, Digest>, sequences: Sequence[], files: Record<string, string> }} Totals */

export const formatVersion = 1
export const anchorsName = 'files/activity-anchors.ndjson'
export const secretsName = 'files/secrets.json'

export const applicationVersion = () =>
  /** @type {{ version: string }} */ (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).version

/** @param {Buffer} data */
export const sha256 = (data) => createHash('sha256').update(data).digest('hex')

/** The anchors of this installation. An anchor that is added after the session began names entries that it does not see. */
export function ownAnchors() {
  const file = anchorFile()
  return file !== null && existsSync(file) ? readFileSync(file) : null
}

/**
 * @param {import('./source.mjs').Source} session
 * @param {{
 *   file: string, passphrase: string | null, before: { keys: import('./keys.mjs').Secrets | null, anchors: Buffer | null },
 *   check: (draft: string) => Promise<unknown>,
 * }} where `before`: the state before the session began. `check`: throws if the file is not as it should be
 * @returns {Promise<{ manifest: Manifest, totals: Totals, missing: string[] }>} `missing`: IDs of keys that it needs and lacks
 */
export async function makeBackup(session, { file, passphrase, before, check }) {
  const versions = await versionsOf(session)
  if (versions.public === undefined)
    throw new SetupError('This is not a database of Counterfoil. Start the application once.')
  const sealed = await sealedWith(session)
  const keys = passphrase === null ? null : keysFor(sealed, before.keys)
  /** @type {Manifest} */
  const manifest = {
    format: 'counterfoil-backup',
    formatVersion,
    application: applicationVersion(),
    madeAt: new Date().toISOString(),
    madeOn: session.isEmbedded ? 'embedded' : 'postgresql',
    versions,
    sealed,
    hasKey: keys !== null,
    tables: await tablesOf(session),
  }
  /** @type {Totals} */
  const totals = { tables: {}, sequences: await sequencesOf(session), files: {} }
  async function* entries() {
    yield { name: 'manifest.json', data: json(manifest) }
    for (const table of manifest.tables) {
      const sum = rowSum()
      let piece = 0
      for await (const data of readTable(session, table)) {
        sum.add(data)
        piece += 1
        yield { name: `tables/${nameOf(table)}/${String(piece).padStart(8, '0')}`, data }
      }
      totals.tables[nameOf(table)] = sum.result()
    }
    for (const [name, data] of Object.entries(files(keys, before.anchors))) {
      totals.files[name] = sha256(data)
      yield { name, data }
    }
    yield { name: 'totals.json', data: json(totals) }
  }
  await writeArchive(file, { passphrase, entries: entries(), check })
  return { manifest, totals, missing: keys === null ? [] : missingKeys(sealed, keys) }
}

/** @param {import('./keys.mjs').Secrets | null} keys @param {Buffer | null} anchors @returns {Record<string, Buffer>} */
const files = (keys, anchors) => ({
  ...(anchors !== null && { [anchorsName]: anchors }),
  ...(keys !== null && { [secretsName]: json(keys) }),
})

/** @param {unknown} value */
const json = (value) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
