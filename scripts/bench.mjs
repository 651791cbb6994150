/**
 * `npm run bench -- gateway`: measures and prints figures, and fails where a target is missed. Each
 * scripts/bench/<name>.bench.ts is one; without a name, says which there are.
 */
import { readdirSync } from 'node:fs'
import { clearSettings } from './lib/environment.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { root } from './lib/root.mjs'
import { main, SetupError } from './lib/setup.mjs'

const folder = new URL('bench/', import.meta.url)
const ending = '.bench.ts'

/** A bench takes as long as it takes, but does not hang for ever. */
const minutes = 20 * 60_000

requireNode()
clearSettings()
await main(async () => {
  const [name = ''] = process.argv.slice(2)
  const names = readdirSync(folder).flatMap((file) =>
    file.endsWith(ending) ? [file.slice(0, -ending.length)] : [],
  )
  if (!names.includes(name)) throw new SetupError(`Say which: npm run bench -- ${names.join(' | ')}`)
  await ensureInstalled()
  // The runner of the tests: it is there anyway, reads TypeScript, and knows what server-only stands for.
  const { startVitest } = await import('vitest/node')
  const runner = await startVitest('test', [`scripts/bench/${name}${ending}`], {
    root,
    watch: false,
    globalSetup: [],
    include: [`scripts/bench/*${ending}`],
    testTimeout: minutes,
    hookTimeout: minutes,
    disableConsoleIntercept: true,
    reporters: ['minimal'],
  })
  await runner.close() // Which has set the exit code where a target was missed.
})
