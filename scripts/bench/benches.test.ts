import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { runPackage } from '../lib/processes/run.mjs'

it('finds every bench by the settings of benches', async () => {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.bench.ts'))
  const { code, output } = await runPackage('vitest/vitest.mjs', [
    'list',
    '--filesOnly',
    '--config',
    'scripts/bench/vitest.config.ts',
  ])
  expect([code, output.trim().split('\n').sort()]).toEqual([
    0,
    files.map((file) => `scripts/bench/${file}`).sort(),
  ])
})
