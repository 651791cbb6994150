// @ts-check
/**
 * Makes one empty database before all tests. A test file that wants one copies it (`openTestEngine`), since making
 * one takes ten times as long as opening one. That a folder can be started from nothing is tested in the browser.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDurable } from './open.mjs'

export default async function setup() {
  const folder = await mkdtemp(path.join(tmpdir(), 'counterfoil-template-'))
  const database = await openDurable(path.join(folder, 'pglite'))
  await database.close()
  process.env.TEST_DATA_TEMPLATE = folder
  return () => rm(folder, { recursive: true, force: true })
}
