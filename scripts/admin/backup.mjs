import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { removeDrafts } from '../lib/backup/draft.mjs'
import { ownKeys } from '../lib/backup/keys.mjs'
import { makeBackup, ownAnchors } from '../lib/backup/make.mjs'
import { verifyBackup } from '../lib/backup/read.mjs'
import { openSource } from '../lib/backup/source.mjs'
import { dataFolder, settings } from '../lib/database/database.mjs'
import { SetupError } from '../lib/setup.mjs'

export const summary = 'writes a backup of the database into one file, also while the application runs'

export const usage = `Usage: npm run admin -- backup [FILE]

Writes the database as it is at one moment into FILE, or into a new file in DATA_DIR/backups. A FILE that is a folder
gets a new file in it. The application may run meanwhile. What was written is read again and compared before FILE has
its name.

With BACKUP_PASSPHRASE, or BACKUP_PASSPHRASE_FILE, the file is encrypted (age), and holds the sealing key too: whoever
has file and passphrase has everything. Without, the file is not encrypted and holds no key: keep a copy of
secrets.json, or of SEALING_KEY, elsewhere, or what is sealed in the backup opens no more.`

/** @param {string[]} args */
export async function run(args) {
  const passphrase = settings().BACKUP_PASSPHRASE ?? null
  const file = fileFor(args, passphrase !== null)
  const before = { keys: passphrase === null ? null : ownKeys(), anchors: ownAnchors() }
  const session = await openSource()
  try {
    await removeDrafts(dirname(file))
    const check = (/** @type {string} */ draft) => verifyBackup(draft, passphrase)
    const { manifest, totals, missing } = await makeBackup(session, { file, passphrase, before, check })
    const rows = Object.values(totals.tables).reduce((sum, table) => sum + table.rows, 0)
    const lines = [
      `${rows} rows of ${manifest.tables.length} tables in ${file} (${megabytes(file)} MB).`,
      ...(session.pausedMs === null ? [] : [`The application waited ${session.pausedMs} ms for it.`]),
      keyText(manifest, passphrase !== null, missing),
    ]
    console.log(lines.join('\n'))
  } finally {
    await session.close()
  }
}

/** @param {import('../lib/backup/make.mjs').Manifest} manifest @param {boolean} isEncrypted @param {string[]} missing */
function keyText({ hasKey, sealed }, isEncrypted, [missing]) {
  if (missing !== undefined)
    return `It is encrypted, and holds the sealing key, but not the old key ${missing}, with which something is still sealed. Put that key back, and make another backup.`
  if (hasKey) return 'It is encrypted, and holds the sealing key.'
  const key = sealed === null ? '' : ` ${sealed.key}`
  return isEncrypted
    ? `It is encrypted, and holds no sealing key: none that opens it was found here. Keep the key${key} with it.`
    : `It is NOT encrypted, and holds no sealing key. Keep the key${key} (secrets.json) elsewhere: without it sealed secrets cannot be opened.`
}

/** @param {string} file */
const megabytes = (file) => (statSync(file).size / 1e6).toFixed(1)

/** @param {string[]} args @param {boolean} isEncrypted */
function fileFor(args, isEncrypted) {
  const given = oneArgument(args)
  const place =
    given === undefined ? join(dataFolder(), 'backups') : resolve(process.env.INIT_CWD ?? '.', given)
  const isFolder = given === undefined || (existsSync(place) && statSync(place).isDirectory())
  const stamp = new Date()
    .toISOString()
    .replaceAll(':', '')
    .replace(/\.\d+Z$/, 'Z')
  const file = isFolder ? join(place, `counterfoil-${stamp}.tar.gz${isEncrypted ? '.age' : ''}`) : place
  if (existsSync(file)) throw new SetupError(`${file} is there already. Give another name.`)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  return file
}

/** @param {string[]} args */
function oneArgument(args) {
  try {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} })
    if (positionals.length > 1) throw new Error('Give one FILE.')
    return positionals[0]
  } catch (error) {
    throw new SetupError(`${error instanceof Error ? error.message : 'wrong options'}\n\n${usage}`)
  }
}
