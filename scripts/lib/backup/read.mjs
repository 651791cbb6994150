/** Reads a backup, and compares everything in it with its totals. */
import { SetupError } from '../setup.mjs'
import { readArchive } from './archive.mjs'
import { anchorsName, formatVersion, secretsName, sha256 } from './make.mjs'
import { nameOf, rowSum } from './tables.mjs'

/**
 * @typedef {import('./make.mjs').Manifest} Manifest
 * @typedef {import('./make.mjs').Totals} Totals
 * @typedef {import('./tables.mjs').Table} Table
 */
/** `anchors` and `keys`: the files in it. @typedef {{ manifest: Manifest, totals: Totals, anchors: Buffer | null, keys: import('./keys.mjs').Secrets | null }} Contents */

/**
 * Reads the file to its end. Checks that the file matches its own description.
 * @param {string} file @param {string | null} passphrase
 * @param {(manifest: Manifest) => void} onManifest refuses it early
 * @returns {Promise<Contents>}
 * @throws {SetupError} in one line
 */
export async function verifyBackup(file, passphrase, onManifest = () => {}) {
  /** @type {Manifest | undefined} */
  let manifest
  /** @type {Totals | undefined} */
  let totals
  /** @type {Map<string, ReturnType<typeof rowSum>>} */
  const sums = new Map()
  /** @type {Map<string, Buffer>} */
  const files = new Map()
  for await (const { name, data } of readArchive(file, passphrase)) {
    if (!manifest) {
      manifest = manifestIn(file, name, data)
      onManifest(manifest)
    } else if (name === 'totals.json') totals = /** @type {Totals} */ (JSON.parse(data.toString('utf8')))
    else if (name.startsWith('files/')) files.set(name, data)
    else {
      const table = tableIn(name)
      const sum = sums.get(table) ?? rowSum()
      sum.add(data)
      sums.set(table, sum)
    }
  }
  if (!manifest || !totals) throw new SetupError(`${file} is cut: its end is missing. Nothing was restored.`)
  const isIntact =
    manifest.tables.every((table) => isSame(totals.tables[nameOf(table)], sums.get(nameOf(table)))) &&
    sums.size <= manifest.tables.length &&
    Object.keys(totals.files).length === files.size &&
    [...files].every(([name, data]) => totals.files[name] === sha256(data))
  if (!isIntact)
    throw new SetupError(
      `${file} is damaged: its rows are not those that were written. Nothing was restored.`,
    )
  const keys = files.get(secretsName)
  return {
    manifest,
    totals,
    anchors: files.get(anchorsName) ?? null,
    keys: keys ? /** @type {import('./keys.mjs').Secrets} */ (JSON.parse(keys.toString('utf8'))) : null,
  }
}

/** @param {import('./tables.mjs').Digest | undefined} expected @param {ReturnType<typeof rowSum> | undefined} sum */
function isSame(expected, sum) {
  const found = (sum ?? rowSum()).result()
  return expected?.rows === found.rows && expected.hash === found.hash
}

/** @param {string} name */
const tableIn = (name) => name.split('/')[1] ?? ''

/** @param {string} file @param {string} name @param {Buffer} data @returns {Manifest} */
function manifestIn(file, name, data) {
  if (name !== 'manifest.json') throw new SetupError(`${file} is no backup of Counterfoil.`)
  const manifest = /** @type {Manifest} */ (JSON.parse(data.toString('utf8')))
  if (manifest.format !== 'counterfoil-backup') throw new SetupError(`${file} is no backup of Counterfoil.`)
  if (manifest.formatVersion > formatVersion)
    throw new SetupError(`${file} was made by Counterfoil ${manifest.application}. Restore it with that version, or a later one.`) // prettier-ignore
  return manifest
}

/**
 * The rows in it, in pieces.
 * @param {string} file @param {string | null} passphrase @param {Manifest} manifest
 * @returns {AsyncGenerator<{ table: Table, rows: Buffer }>}
 */
export async function* rowsIn(file, passphrase, manifest) {
  const tables = new Map(manifest.tables.map((table) => [nameOf(table), table]))
  for await (const { name, data } of readArchive(file, passphrase)) {
    const table = name.startsWith('tables/') ? tables.get(tableIn(name)) : undefined
    if (table) yield { table, rows: data }
  }
}
