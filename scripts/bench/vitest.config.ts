import { defineConfig } from 'vitest/config'
import { resolve, root, setupFiles } from '../testing/vitest-common.mjs'

/** Time limit, so that a bench cannot hang for ever. Filling ten million rows takes half an hour. */
const limitMs = 90 * 60_000

export default defineConfig({
  resolve,
  test: {
    root,
    include: ['scripts/bench/*.bench.ts'],
    setupFiles,
    pool: 'forks',
    testTimeout: limitMs,
    hookTimeout: limitMs,
    // It keeps what passing benches print to itself otherwise.
    reporters: [['minimal', { silent: false }]],
  },
})
