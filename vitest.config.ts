import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@\//, replacement: root },
      // The real one throws outside a server bundle; that it is imported is for the build to check.
      { find: /^server-only$/, replacement: `${root}scripts/testing/empty.mjs` },
    ],
  },
  test: {
    include: ['{lib,components,app,scripts}/**/*.test.{ts,tsx,mjs}', '*.test.ts'],
    globalSetup: ['./scripts/testing/database-template.ts'],
    setupFiles: [
      './scripts/testing/console-errors.ts',
      './lib/testing/browser.ts',
      ...(process.env.TEST_ROWS === 'reversed' ? ['./scripts/testing/reversed-rows.ts'] : []),
    ],
    environment: 'node',
    pool: 'forks',
    // Each file starts an embedded database of its own, and ends before optimised WebAssembly would pay for itself.
    execArgv: ['--liftoff-only'],
    // One more than most machines have processors: tests wait for a database a third of their time.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Without it, one second: a limit on time.
    expect: { poll: { timeout: 20_000 } },
  },
})
