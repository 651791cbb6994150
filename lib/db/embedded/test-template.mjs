// @ts-check
/**
 * Makes an empty database before all tests, once for each version of PGlite and of how it is opened. A test file
 * that wants one copies it (`openTestEngine`), since making one takes ten times as long as opening one. That a
 * folder can be started from nothing is tested in the browser.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDurable } from './open.mjs'

const root = fileURLToPath(new URL('../../../', import.meta.url))

export default async function setup() {
  const cache = path.join(root, 'node_modules/.cache/counterfoil')
  const template = path.join(cache, `empty-database-${await version()}`)
  process.env.TEST_DATA_TEMPLATE = template
  if (existsSync(template)) return
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(path.join(cache, 'new-'))
  const database = await openDurable(path.join(folder, 'pglite'))
  await database.close()
  // Of two test runs at once, one is first.
  await rename(folder, template).catch(() => rm(folder, { recursive: true, force: true }))
}

async function version() {
  const hash = createHash('sha256')
  for (const file of ['lib/db/embedded/open.mjs', 'node_modules/@electric-sql/pglite/package.json'])
    hash.update(await readFile(path.join(root, file)))
  return hash.digest('hex').slice(0, 16)
}
