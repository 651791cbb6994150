import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readAnchors } from '../../lib/chain/anchors.mjs'
import { verifyActivity } from '../../lib/chain/verify.mjs'
import { anchorFile, openDatabase } from '../lib/database/database.mjs'
import { SetupError } from '../lib/setup.mjs'

export const summary = 'looks for changed, removed and added entries of the activity'

export const usage = `Usage: npm run admin -- verify-activity [--anchors FILE]... [--json]

Compares each entry of the activity with the hash chain of its shop, or of the installation, and the chains with
the anchors in DATA_DIR. Names every entry that was changed, removed or added.

  --anchors FILE  also compares with the anchors in this file: a copy that was kept elsewhere
  --json          prints the result as JSON

On PostgreSQL the application may run meanwhile. An embedded database has to be stopped.
Exit code: 0 nothing found, 1 something found or not checked.`

/** @param {string[]} args */
export async function run(args) {
  const { anchors: copies, json: isJson } = optionsOf(args)
  const own = anchorFile()
  const files = [...(own === null ? [] : [own]), ...copies]
  const read = files.map((file) => ({ file, ...readAnchors(file) }))
  const database = await openDatabase()
  try {
    await database.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await requireChains(database)
    const anchors = read.flatMap((one) => one.anchors)
    const { chains, findings } = await verifyActivity(database.query, anchors)
    await database.query('COMMIT')
    const damaged = read.flatMap(({ file, damaged: lines }) => lines.map((line) => ({ file, line })))
    if (isJson) console.log(JSON.stringify({ chains, findings, anchors: anchors.length, damaged }, null, 2))
    else console.log(report({ chains, findings, anchors, damaged }))
    return findings.length + damaged.length > 0 ? 1 : 0
  } finally {
    await database.close()
  }
}

/** @param {string[]} args */
function optionsOf(args) {
  try {
    const { values } = parseArgs({
      args,
      options: { anchors: { type: 'string', multiple: true, default: [] }, json: { type: 'boolean' } },
    })
    const anchors = values.anchors.map((file) => resolve(process.env.INIT_CWD ?? '.', file))
    for (const file of anchors) if (!existsSync(file)) throw new SetupError(`There is no file ${file}.`)
    return { anchors, json: values.json === true }
  } catch (error) {
    if (error instanceof SetupError) throw error
    throw new SetupError(`${error instanceof Error ? error.message : 'wrong options'}\n\n${usage}`)
  }
}

/** @param {import('../lib/database/database.mjs').OpenDatabase} database */
async function requireChains({ query }) {
  const rows = await query(`SELECT 1 WHERE to_regclass('public.activity_seals') IS NOT NULL`)
  if (rows.length === 0)
    throw new SetupError(
      'This database has no hash chains yet. Start this version of the application once, and then run the command again.',
    )
}

/**
 * @typedef {import('../../lib/chain/verify.mjs').Anchor} Anchor
 * @typedef {import('../../lib/chain/verify.mjs').Chain} Chain
 * @typedef {import('../../lib/chain/verify.mjs').Finding} Finding
 */

/** @param {{ chains: Chain[], findings: Finding[], anchors: Anchor[], damaged: { file: string, line: number }[] }} result */
function report({ chains, findings, anchors, damaged }) {
  const lines = chains.map(({ chain, entries, forgotten, waiting, hash }) =>
    [
      `${chain}: ${entries} ${entries === 1 ? 'entry' : 'entries'} in the chain`,
      ...(forgotten > 0 ? [`${forgotten} of them forgotten after their time`] : []),
      ...(waiting > 0 ? [`${waiting} newer ones not yet sealed`] : []),
      ...(hash ? [`ends with ${hash}`] : []),
    ].join(', '),
  )
  const marks = findings.map(
    ({ chain, kind, entry, seq, why }) =>
      `${kind.toUpperCase()} ${chain}${seq === null ? '' : ` #${seq}`}${entry === null ? '' : ` entry ${entry}`}: ${why}`,
  )
  const cut = damaged.map(({ file, line }) => `DAMAGED ${file}: line ${line} holds no anchor`)
  const none = anchors.length === 0 ? ['No anchors: nothing says how long the chains should be.'] : []
  const result =
    marks.length + cut.length > 0
      ? `${marks.length + cut.length} found.`
      : `Nothing found. Compared with ${anchors.length} anchors.`
  return [...lines, ...marks, ...cut, ...none, result].join('\n')
}
