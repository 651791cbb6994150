/**
 * `npm run drill -- kill 20`: runs scripts/drills/<name>.mjs, which breaks something, prints what was sent, found and
 * lost, and fails if anything was. Without a name, lists the drills.
 */
import { readdirSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { main, SetupError } from './lib/setup.mjs'

const folder = new URL('drills/', import.meta.url)

requireNode()
await main(async () => {
  const [name = '', ...args] = process.argv.slice(2)
  const names = readdirSync(folder).flatMap((file) => (file.endsWith('.mjs') ? [file.slice(0, -4)] : []))
  if (!names.includes(name)) throw new SetupError(`Say which: npm run drill -- ${names.join(' | ')}`)
  await ensureInstalled()
  const script = fileURLToPath(new URL(`${name}.mjs`, folder))
  const { status } = spawnSync(process.execPath, [script, ...args], { stdio: 'inherit' })
  process.exitCode = status ?? 1
})
