import { existsSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  backupFacts,
  databaseFacts,
  runsSandbox,
  machineFacts,
  queueFacts,
  tableFacts,
  workFacts,
} from '../../lib/diagnosis/facts.mjs'
import { namedSettings } from '../../lib/diagnosis/settings.mjs'
import { ownVersions, versionsOf } from '../lib/backup/load.mjs'
import { applicationVersion } from '../lib/backup/make.mjs'
import { openSource } from '../lib/backup/source.mjs'
import { schemas } from '../lib/backup/tables.mjs'
import { dataFolder } from '../lib/database/database.mjs'
import { root } from '../lib/root.mjs'
import { SetupError } from '../lib/setup.mjs'

export const summary = 'writes what helps to find a fault, without secrets and personal data'

export const usage = `Usage: npm run admin -- diagnose [FILE]

Writes a JSON file that can be shown to others: versions, the machine, which settings are set (not to what), numbers
of rows, sizes, and what waits. It names no shop, no person, no address and no secret. The application may run.
FILE must not be there yet; by default it is named after the time, in the current folder.`

/** @param {string[]} args */
export async function run(args) {
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '')
  const [name = `counterfoil-diagnosis-${stamp}Z.json`, ...more] = args
  if (more.length > 0 || name.startsWith('-')) throw new SetupError(usage)
  const file = resolve(process.env.INIT_CWD ?? '.', name)
  const alreadyThere = `${file} is there already. Give another name.`
  if (existsSync(file)) throw new SetupError(alreadyThere)
  const bundle = await gathered()
  try {
    writeFileSync(file, `${JSON.stringify(bundle, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new SetupError(code === 'EEXIST' ? alreadyThere : `${file} cannot be written (${code}).`)
  }
  console.log(`Written to ${file}. Look through it before you hand it on.`)
}

async function gathered() {
  const session = await openSource()
  const { query, isEmbedded, pausedMs } = session
  const { SANDBOX: setting } = process.env
  try {
    return {
      application: applicationVersion(),
      ...machineFacts(dataFolder()),
      hasDataFolderOfItsOwn: dataFolder() !== resolve(root, 'data'),
      // Not the secrets in files: their settings are named as they are set.
      settings: namedSettings(process.env),
      database: {
        kind: isEmbedded ? 'embedded' : 'postgresql',
        ...(await databaseFacts(query)),
        pausedMs,
        versions: await versionsOf(session),
        versionsOfApplication: ownVersions(root),
        tables: await tableFacts(query, schemas),
        queues: await queueFacts(query),
        ...(await workFacts(query, { isSandboxOn: await runsSandbox(query, { setting, isEmbedded }) })),
        backups: await backupFacts(query),
      },
    }
  } finally {
    await session.close()
  }
}
