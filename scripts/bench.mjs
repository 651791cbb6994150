/**
 * `npm run bench -- gateway`: runs scripts/bench/<name>.bench.ts, prints figures, and fails if a target is missed.
 * Without a name, lists the benches.
 */
import { readdirSync } from 'node:fs'
import { clearSettings } from './lib/environment.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { root } from './lib/root.mjs'
import { main, SetupError } from './lib/setup.mjs'

const folder = new URL('bench/', import.meta.url)
const ending = '.bench.ts'

/** Time limit, so that a bench cannot hang for ever. Filling ten million rows takes half an hour. */
const minutes = 90 * 60_000

requireNode()
clearSettings()
await main(async () => {
  const [name = ''] = process.argv.slice(2)
  const names = readdirSync(folder).flatMap((file) =>
    file.endsWith(ending) ? [file.slice(0, -ending.length)] : [],
  )
  if (!names.includes(name)) throw new SetupError(`Say which: npm run bench -- ${names.join(' | ')}`)
  await ensureInstalled()
  // Vitest is installed anyway, reads TypeScript, and resolves server-only.
  const { startVitest } = await import('vitest/node')
  const runner = await startVitest('test', [`scripts/bench/${name}${ending}`], {
    root,
    watch: false,
    globalSetup: [],
    // The embedded database runs optimised, as in the application.
    execArgv: [],
    include: [`scripts/bench/*${ending}`],
    testTimeout: minutes,
    hookTimeout: minutes,
    disableConsoleIntercept: true,
    reporters: ['minimal'],
  })
  await runner.close() // Vitest has set the exit code if a target was missed.
})
