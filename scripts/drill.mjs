/**
 * `npm run drill -- kill 20`: runs scripts/drills/<name>.mjs, which breaks something, prints what was sent, found and
 * lost, and fails if anything was lost. Without a name, lists the drills.
 */
import { readdirSync } from 'node:fs'
import { ensureInstalled } from './lib/install.mjs'
import { main, SetupError, requireNode } from './lib/setup.mjs'

const folder = new URL('drills/', import.meta.url)

requireNode()
await main(async () => {
  const [, , name = ''] = process.argv
  const names = readdirSync(folder).flatMap((file) => (file.endsWith('.mjs') ? [file.slice(0, -4)] : []))
  if (!names.includes(name)) throw new SetupError(`Say which: npm run drill -- ${names.join(' | ')}`)
  await ensureInstalled()
  // Each reads its own arguments.
  process.argv.splice(2, 1)
  await import(new URL(`${name}.mjs`, folder).href)
})
