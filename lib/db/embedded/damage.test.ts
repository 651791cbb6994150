import { readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { DatabaseUnusable } from '../connection/database-unusable'
import { openPool } from '../connection/pool'
import { freshFolder } from '../testing'

const logs = async (folder: string) =>
  (await readdir(path.join(folder, 'pg_wal')))
    .filter((name) => /^[0-9A-F]{24}$/.test(name))
    .map((name) => path.join(folder, 'pg_wal', name))

it.each<[string, (folder: string) => Promise<unknown>]>([
  ['a version', (folder) => rm(path.join(folder, 'PG_VERSION'))],
  ['tables', (folder) => rm(path.join(folder, 'base'), { recursive: true })],
  ['a log', async (folder) => Promise.all((await logs(folder)).map((log) => rm(log)))],
  [
    'a readable log',
    async (folder) =>
      Promise.all((await logs(folder)).map((log) => writeFile(log, Buffer.alloc(1 << 24, 7)))),
  ],
  ['readable settings', (folder) => writeFile(path.join(folder, 'global/pg_control'), Buffer.alloc(8192, 7))],
])('a data folder without %s is refused in one sentence, and not made anew', async (_name, damage) => {
  const { storage, drop } = await freshFolder()
  const closed = await openPool(storage, () => undefined)
  await closed.close()
  const folder = path.join(storage.dataDir, 'pglite')
  await damage(folder)
  const opened = openPool(storage, () => undefined)
  await expect(opened).rejects.toThrow(DatabaseUnusable)
  await expect(opened).rejects.toThrow(/^DATA_DIR: [^\n]+ restore a backup [^\n]+$/)
  await drop()
})
