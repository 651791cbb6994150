import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { verifyBackup } from '../lib/backup/read.mjs'
import { restoreBackup } from '../lib/backup/restore.mjs'
import { settings } from '../lib/database/database.mjs'
import { SetupError } from '../lib/setup.mjs'

export const summary = 'restores a backup into an empty place'

export const usage = `Usage: npm run admin -- restore FILE [--verify]

Restores a backup into the empty database that DATABASE_URL names, or into DATA_DIR without a database. The kind of
database need not be the one that the backup is of. Everything in FILE is verified before anything is written, and
again as it stands in the database. If anything fails, nothing is restored.

An encrypted FILE needs BACKUP_PASSPHRASE, or BACKUP_PASSPHRASE_FILE. A sealing key in it is written to secrets.json
(SECRETS_FILE, or the one in DATA_DIR) where there is none. Otherwise the key has to be here already.

  --verify  only verifies FILE, and restores nothing`

/** @param {string[]} args */
export async function run(args) {
  const { file, isVerifyOnly } = optionsOf(args)
  const passphrase = settings().BACKUP_PASSPHRASE ?? null
  if (isVerifyOnly) {
    console.log(described(await verifyBackup(file, passphrase), 'Intact'))
    return
  }
  const { contents, lines, place } = await restoreBackup(file, passphrase)
  console.log([described(contents, `Restored into ${place}`), ...lines].join('\n'))
}

/** @param {import('../lib/backup/read.mjs').Contents} contents @param {string} what */
function described({ manifest, totals }, what) {
  const tables = Object.entries(totals.tables).filter(([, { rows }]) => rows > 0)
  const sum = tables.reduce((all, [, { rows }]) => all + rows, 0)
  const width = Math.max(0, ...tables.map(([name]) => name.length))
  return [
    `${what}: ${sum} rows of ${manifest.tables.length} tables, made by Counterfoil ${manifest.application} at ${manifest.madeAt}.`,
    ...tables.map(([name, { rows }]) => `  ${name.padEnd(width)}  ${rows}`),
  ].join('\n')
}

/** @param {string[]} args */
function optionsOf(args) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { verify: { type: 'boolean', default: false } },
    })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) throw new Error('Give one FILE.')
    return { file: resolve(process.env.INIT_CWD ?? '.', file), isVerifyOnly: values.verify }
  } catch (error) {
    throw new SetupError(`${error instanceof Error ? error.message : 'wrong options'}\n\n${usage}`)
  }
}
