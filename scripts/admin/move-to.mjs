import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { secretsFile } from '../lib/backup/keys.mjs'
import { moveToFolder, moveToServer } from '../lib/backup/move.mjs'
import { openStoppedSource } from '../lib/backup/source.mjs'
import { anchorFile, dataFolder, lockData } from '../lib/database/database.mjs'
import { SetupError } from '../lib/setup.mjs'

export const summary = 'moves the database to PostgreSQL, or from there into a data folder'

export const usage = `Usage: npm run admin -- move-to postgres://USER@HOST/DATABASE
       npm run admin -- move-to FOLDER

Copies everything from the database of the application (DATA_DIR, or DATABASE_URL) into an empty one of the other
kind, table by table, and compares each row by row. The application has to be stopped. The old database stays as it
is. Ended half-way, the command can be run again: it goes on, and no application starts on what is half moved.

PGPASSWORD, or a .pgpass file, keeps a password out of the command line.
The sealing key stays where it is: the command says which settings to change.`

/** @param {string[]} args */
export async function run(args) {
  const [to, ...more] = args
  if (to === undefined || more.length > 0 || to.startsWith('-')) throw new SetupError(usage)
  const isServer = /^postgres(ql)?:\/\//.test(to)
  const source = await openStoppedSource()
  try {
    if (source.isEmbedded !== isServer)
      throw new SetupError(
        isServer ? 'The database is on PostgreSQL already. Use backup and restore.' : 'The database is embedded already. Copy its folder.', // prettier-ignore
      )
    if (isServer) {
      await moveToServer(source, to, tell)
      const settings = `Moved. Start with DATABASE_URL, with DATA_DIR=${dataFolder()} for the anchors of the activity, and with SECRETS_FILE=${secretsFile()}, or the same SEALING_KEY as before.`
      console.log([settings, ...otherDefaults({ isServer })].join('\n'))
    } else await intoFolder(source, resolve(process.env.INIT_CWD ?? '.', to))
  } finally {
    await source.close()
  }
}

/** @param {import('../lib/backup/source.mjs').StoppedSource} source @param {string} folder */
async function intoFolder(source, folder) {
  const unlock = await lockData(folder)
  try {
    const anchors = anchorFile()
    const hasAnchors = anchors !== null && existsSync(anchors)
    await moveToFolder(source, folder, { tell, anchors: hasAnchors ? anchors : null })
  } finally {
    unlock()
  }
  const settings = `Moved. Start with DATA_DIR=${folder}, without DATABASE_URL, and with the same SEALING_KEY, or SECRETS_FILE, as before.`
  console.log([settings, ...otherDefaults({ isServer: false })].join('\n'))
}

/** Settings that are not set, and have another default from now on (docs/configuration.md). @param {{ isServer: boolean }} to */
function otherDefaults({ isServer }) {
  const { HOST, LISTEN_HOST, SANDBOX } = process.env
  const host = isServer
    ? 'Without HOST it listens on all addresses from now on. HOST=127.0.0.1 keeps it to this machine.'
    : 'Without HOST it listens only on this machine from now on.'
  const sandbox = `Without SANDBOX the sandbox is ${isServer ? 'off' : 'on'} from now on, unless the installation settings say otherwise.`
  return [...(HOST || LISTEN_HOST ? [] : [host]), ...(SANDBOX ? [] : [sandbox])]
}

/** @param {string} name @param {{ rows: number, isCopied: boolean }} what */
const tell = (name, { rows, isCopied }) =>
  console.log(`${name}: ${rows} rows, ${isCopied ? 'copied and compared' : 'equal'}`)
