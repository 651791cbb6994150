/**
 * `npm run bench -- gateway`: runs scripts/bench/<name>.bench.ts, prints figures, and fails if a target is missed.
 * `npm run bench -- all [NAME…]` runs all of them, or those, and writes docs/figures.md. Without a name, lists them.
 */
import { readdirSync } from 'node:fs'
import { clearSettings } from './lib/environment.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { root } from './lib/root.mjs'
import { main, SetupError, requireNode } from './lib/setup.mjs'
import { machineOf, settingsOf, writeFigures } from './bench/kit/figures.mjs'

const folder = new URL('bench/', import.meta.url)
const ending = '.bench.ts'

requireNode()
clearSettings()
await main(async () => {
  const [first = '', ...rest] = process.argv.slice(2)
  const known = readdirSync(folder).flatMap((file) =>
    file.endsWith(ending) ? [file.slice(0, -ending.length)] : [],
  )
  const isRecorded = first === 'all'
  const names = !isRecorded ? [first] : rest.length > 0 ? rest : known
  if (names.some((name) => !known.includes(name)))
    throw new SetupError(`Say which: npm run bench -- all | ${known.join(' | ')}`)
  await ensureInstalled()
  for (const name of names) {
    const machine = machineOf()
    const seen = await runBench(name)
    if (isRecorded) writeFigures({ name, machine, settings: settingsOf(), ...seen })
  }
})

/** Vitest sets the exit code if a target is missed. @param {string} name */
async function runBench(name) {
  // Vitest is installed anyway, reads TypeScript, and resolves server-only.
  const { startVitest } = await import('vitest/node')
  let printed = ''
  const runner = await startVitest('test', [`scripts/bench/${name}${ending}`], {
    root,
    config: 'scripts/bench/vitest.config.ts',
    watch: false,
    onConsoleLog: (content) => {
      printed += content
      process.stdout.write(content)
      return false // Vitest would print it again where a test fails.
    },
  })
  const isMet = runner.state.getCountOfFailedTests() === 0
  await runner.close()
  return { isMet, printed }
}
