import { statfsSync, writeFileSync } from 'node:fs'
import { arch, cpus, platform, release, totalmem } from 'node:os'
import { resolve } from 'node:path'
import { applicationVersion } from '../lib/backup/make.mjs'
import { ownVersions, versionsOf } from '../lib/backup/load.mjs'
import { openSource } from '../lib/backup/source.mjs'
import { tablesOf, qualified, nameOf } from '../lib/backup/tables.mjs'
import { dataFolder, settings } from '../lib/database.mjs'
import { root } from '../lib/root.mjs'
import { SetupError } from '../lib/setup.mjs'

export const summary = 'writes what helps to find a fault, without secrets and personal data'

export const usage = `Usage: npm run admin -- diagnose [FILE]

Writes a JSON file that can be shown to others: versions, the machine, which settings are set (not to what), numbers
of rows, sizes, and what waits. It names no shop, no person, no address and no secret. The application may run.`

/** Settings whose values tell nothing of anybody. All others are named only. */
const shown = new Set([
  'NODE_ENV', 'PORT', 'SANDBOX', 'SANDBOX_REACH', 'SANDBOX_SEED', 'SANDBOX_LENIENT', 'LOCAL_SIGN_IN', 'LOG_LEVEL',
  'DEFAULT_LANGUAGE', 'PSEUDO_LOCALE', 'SESSION_IDLE_HOURS', 'SIGN_IN_AGAIN_MINUTES', 'SHOP_MODE', 'SMTP_ENCRYPTION',
]) // prettier-ignore
const ours =
  /^(?:NODE_ENV|PORT|HOST|LISTEN_HOST|APP_URL|DATA_DIR|LOG_LEVEL|TRUST|DATABASE_|AUTH_SECRET|(?:OLD_)?SEALING_KEY|SECRETS_FILE|BACKUP_|OWNER_|RESET_PASSWORD|SANDBOX|SHOP_|GATEWAY_URL|APM_URL|CHECKOUT_URL|SMTP_|OIDC_|LOCAL_SIGN_IN|DEFAULT_LANGUAGE|PSEUDO_LOCALE|SESSION_|SIGN_IN_)/
/** Names of providers are part of the names of their settings. */
const provider = /^OIDC_(?!PROVIDERS$)[A-Z0-9]+_/

/** @param {string[]} args */
export async function run(args) {
  const [name = 'counterfoil-diagnosis.json', ...more] = args
  if (more.length > 0 || name.startsWith('-')) throw new SetupError(usage)
  const file = resolve(process.env.INIT_CWD ?? '.', name)
  const session = await openSource()
  try {
    const bundle = { ...machine(), settings: named(settings()), database: await database(session) }
    writeFileSync(file, `${JSON.stringify(bundle, null, 2)}\n`, { mode: 0o600 })
  } finally {
    await session.close()
  }
  console.log(`Written to ${file}. Look through it before you hand it on.`)
}

function machine() {
  const { bavail, bsize } = statfsSync(root)
  return {
    application: applicationVersion(),
    node: process.version,
    platform: `${platform()} ${release()} ${arch()}`,
    processors: cpus().length,
    memoryMb: Math.round(totalmem() / 1e6),
    freeDiskMb: Math.round((bavail * bsize) / 1e6),
    hasDataFolderOfItsOwn: dataFolder() !== resolve(root, 'data'),
  }
}

/** @param {Record<string, string>} env @returns {Record<string, string>} */
function named(env) {
  /** @type {Record<string, string>} */
  const found = {}
  for (const name of Object.keys(env).toSorted())
    if (ours.test(name))
      found[name.replace(provider, 'OIDC_…_')] = shown.has(name) ? (env[name] ?? '') : 'set'
  return found
}

/** @param {import('../lib/backup/source.mjs').Source} session */
async function database(session) {
  const { query, isEmbedded } = session
  const tables = await tablesOf(session)
  /** @type {Record<string, unknown>} */
  const sizes = {}
  for (const table of tables) {
    const [row] = await query(
      `SELECT (SELECT count(*)::int FROM ${qualified(table)}) AS rows, pg_total_relation_size($1::regclass)::text AS bytes`,
      [qualified(table)],
    )
    sizes[nameOf(table)] = { rows: row?.rows, bytes: Number(row?.bytes) }
  }
  const [server] = await query(`SELECT current_setting('server_version') AS version`)
  const queues = await query(
    `SELECT 1 AS one WHERE to_regclass('pgboss.job') IS NOT NULL`,
  ).then((rows) => (rows.length === 0 ? [] : query(`SELECT name, state::text, count(*)::int FROM pgboss.job GROUP BY 1, 2 ORDER BY 1, 2`))) // prettier-ignore
  return {
    kind: isEmbedded ? 'embedded' : 'postgresql',
    server: server?.version,
    pausedMs: session.pausedMs,
    versions: await versionsOf(session),
    versionsOfApplication: ownVersions(root),
    tables: sizes,
    jobs: queues,
  }
}
