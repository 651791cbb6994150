import { readFileSync } from 'node:fs'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { filesBelow } from './scripts/lib/files-below.mjs'
import { resolve, root, setupFiles } from './scripts/testing/vitest-common.mjs'

const folders = ['lib', 'components', 'app', 'scripts']
const tests = [`{${folders.join()}}/**/*.test.{ts,tsx,mjs}`, '*.test.ts']

const replacesModules = (file: string) =>
  /\bvi\.(mock|unmock|doMock|doUnmock|resetModules)\(/.test(readFileSync(file, 'utf8'))
const alone = filesBelow(root, folders).filter(
  (file) => file.includes('.test.') && replacesModules(`${root}${file}`),
)

const common: TestProjectInlineConfiguration['test'] = {
  setupFiles: [
    ...setupFiles,
    ...(process.env.TEST_ROWS === 'reversed' ? ['./scripts/testing/reversed-rows.ts'] : []),
  ],
  environment: 'node',
  pool: 'forks',
  // An embedded database ends before optimised WebAssembly would pay for itself.
  execArgv: ['--liftoff-only'],
  // No test measures time, and a busy machine takes several times as long.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // Without it, one second: a limit on time.
  expect: { poll: { timeout: 20_000 } },
}

export default defineConfig({
  resolve,
  test: {
    globalSetup: ['./scripts/testing/database-template.ts'],
    // One more than most machines have processors: tests wait for a database a third of their time.
    maxWorkers: 3,
    projects: [
      // Test files share processes, with the modules that they loaded: loading them again would take half of the time.
      { resolve, test: { ...common, name: 'shared', include: tests, exclude: alone, isolate: false } },
      { resolve, test: { ...common, name: 'alone', include: alone } },
    ],
  },
})
