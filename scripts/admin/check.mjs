import { readAnchors } from '../../lib/chain/anchors.mjs'
import { verifyActivity } from '../../lib/chain/verify.mjs'
import { ownKeys } from '../lib/backup/keys.mjs'
import { ownVersions, refuseNewer, versionsOf } from '../lib/backup/load.mjs'
import { openAll } from '../lib/backup/sealed.mjs'
import { openSource } from '../lib/backup/source.mjs'
import { schemas } from '../lib/backup/tables.mjs'
import { anchorFile } from '../lib/database/database.mjs'
import { root } from '../lib/root.mjs'
import { SetupError } from '../lib/setup.mjs'

export const summary = 'verifies the database: version, references, activity, sealed values, sums of payments'

export const usage = `Usage: npm run admin -- check

Looks at the database as it is at one moment, also while the application runs, and changes nothing:

  version     the tables are those of this version
  references  each row that names another one finds it
  activity    no entry was changed, removed or added (verify-activity names them)
  sealed      the key opens every sealed value
  payments    the amounts of each payment are the sums of its transactions

Exit code: 0 nothing found, 1 something found.`

/** `found`: one line for each thing that is wrong. @typedef {{ name: string, what: string, found: string[] }} Result */
/** @typedef {import('../lib/backup/session.mjs').Session} Session */

/** @param {string[]} args */
export async function run(args) {
  if (args.length > 0) throw new SetupError(usage)
  // First: an anchor that is added meanwhile names entries that the session does not see.
  const anchors = anchorsHere()
  const session = await openSource()
  try {
    const versions = await versionsOf(session)
    if (versions.public === undefined) throw new SetupError('This is not a database of Counterfoil.')
    refuseNewer(root, versions, 'The database')
    const own = ownVersions(root)
    const isBehind = Object.entries(versions).some(([schema, last]) => last < (own[schema] ?? 0))
    if (isBehind)
      throw new SetupError('This database is older than this version. Start the application once, then try again.') // prettier-ignore
    let isConsistent = true
    console.log('version     ok: that of this application')
    for (const check of [references, activity, sealed, payments]) {
      const { name, what, found } = await check(session, anchors)
      console.log(`${name.padEnd(10)}  ${found.length === 0 ? 'ok' : 'FOUND'}: ${what}`)
      for (const line of found) console.log(`            ${line}`)
      if (found.length > 0) isConsistent = false
    }
    return isConsistent ? 0 : 1
  } finally {
    await session.close()
  }
}

/** @param {Session} session @returns {Promise<Result>} */
async function references({ query }) {
  const keys = await query(
    `SELECT c.conname AS name, c.conrelid::regclass::text AS child, c.confrelid::regclass::text AS parent,
       (SELECT string_agg(format('c.%I = p.%I', a.attname, b.attname), ' AND ') FROM unnest(c.conkey, c.confkey) AS k (own, other)
        JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.own
        JOIN pg_attribute b ON b.attrelid = c.confrelid AND b.attnum = k.other) AS joined,
       (SELECT string_agg(format('c.%I IS NOT NULL', a.attname), ' AND ') FROM unnest(c.conkey) AS k (own)
        JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.own) AS given
     FROM pg_constraint c JOIN pg_namespace n ON n.oid = c.connamespace
     WHERE c.contype = 'f' AND c.conparentid = 0 AND n.nspname = ANY ($1::text[]) ORDER BY 1`,
    [schemas],
  )
  const found = []
  for (const { name, child, parent, joined, given } of keys) {
    const [row] = await query(
      `SELECT count(*)::int AS count FROM ${String(child)} c
       WHERE ${String(given)} AND NOT EXISTS (SELECT 1 FROM ${String(parent)} p WHERE ${String(joined)})`,
    )
    if (Number(row?.count) > 0) found.push(`${String(name)}: ${String(row?.count)} rows of ${String(child)} name none of ${String(parent)}`) // prettier-ignore
  }
  return { name: 'references', what: `${keys.length} kinds`, found }
}

function anchorsHere() {
  const file = anchorFile()
  return file === null ? { anchors: [], damaged: [] } : readAnchors(file)
}

/** @param {Session} session @param {ReturnType<typeof anchorsHere>} own @returns {Promise<Result>} */
async function activity({ query }, { anchors, damaged }) {
  const { chains, findings } = await verifyActivity(query, anchors)
  const entries = chains.reduce((sum, chain) => sum + chain.entries, 0)
  const found = findings.map(({ chain, kind, why }) => `${kind} in ${chain}: ${why}`)
  if (damaged.length > 0) found.push(`${damaged.length} damaged lines in the file of anchors`)
  return {
    name: 'activity',
    what: `${entries} entries of ${chains.length} chains, ${anchors.length} anchors`,
    found,
  }
}

/** @param {Session} session @returns {Promise<Result>} */
async function sealed(session) {
  const keys = ownKeys()
  if (keys === null) return { name: 'sealed', what: 'not looked at', found: ['there is no sealing key here: set SEALING_KEY, or SECRETS_FILE'] } // prettier-ignore
  const buffers = [keys.sealing_key, ...(keys.old_sealing_key === undefined ? [] : [keys.old_sealing_key])].map((key) => Buffer.from(key, 'hex')) // prettier-ignore
  const columns = await openAll(session, buffers)
  const found = columns
    .filter(({ unopened }) => unopened > 0)
    .map(({ name, unopened }) => `${name}: no key here opens ${unopened} values`)
  return { name: 'sealed', what: `${columns.reduce((sum, { values }) => sum + values, 0)} values`, found }
}

/** Sums of tests are left out: they count in test shops only. @param {Session} session @returns {Promise<Result>} */
async function payments({ query }) {
  const [all] = await query('SELECT count(*)::int AS count FROM payments')
  const wrong = await query(
    `SELECT p.shop_id, count(*)::int AS count FROM payments p LEFT JOIN LATERAL (
       SELECT count(*) AS members,
         coalesce(sum(amount) FILTER (WHERE counts_as = 'paid'), 0) AS paid,
         coalesce(sum(amount) FILTER (WHERE counts_as = 'refunded'), 0) AS refunded,
         coalesce(sum(amount) FILTER (WHERE counts_as = 'charged_back'), 0) AS charged_back
       FROM transaction_states t
       WHERE t.shop_id = p.shop_id AND t.root_uid = p.uid AND (t.currency = p.currency OR t.currency IS NULL)
     ) s ON true
     WHERE p.test IS NOT TRUE AND p.currency IS NOT NULL AND (s.members = 0
       OR s.paid <> p.paid OR s.refunded <> p.refunded OR s.charged_back <> p.charged_back)
       AND NOT EXISTS (SELECT 1 FROM transaction_states t WHERE t.shop_id = p.shop_id AND t.root_uid = p.uid AND t.test)
     GROUP BY 1 ORDER BY 1`,
  )
  const lost = await query(
    `SELECT t.shop_id, count(*)::int AS count FROM transaction_states t
     WHERE t.root_uid IS NOT NULL AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.shop_id = t.shop_id AND p.uid = t.root_uid)
     GROUP BY 1 ORDER BY 1`,
  )
  const found = [
    ...wrong.map(({ shop_id: shop, count }) => `${String(shop)}: ${String(count)} payments differ from the sums of their transactions`), // prettier-ignore
    ...lost.map(
      ({ shop_id: shop, count }) => `${String(shop)}: ${String(count)} transactions belong to no payment`,
    ),
  ]
  return { name: 'payments', what: `${String(all?.count)} payments`, found }
}
