/** What tests and benches have in common: how they find modules, and what runs before each file. */
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export const resolve = {
  alias: [
    { find: /^@\//, replacement: root },
    // The real one throws outside a server bundle; the build checks that it is imported.
    { find: /^server-only$/, replacement: `${root}scripts/testing/empty.mjs` },
  ],
}

export const setupFiles = [
  './scripts/testing/console-errors.ts',
  './scripts/testing/restore.ts',
  './lib/testing/browser.ts',
].map((file) => `${root}${file}`)
