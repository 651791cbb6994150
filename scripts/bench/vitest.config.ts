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
    // By default it hides what passing benches print.
    reporters: [['minimal', { silent: false }]],
  },
})
