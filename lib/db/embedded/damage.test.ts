import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { DatabaseUnusable } from '../connection/database-unusable'
import { openPool } from '../connection/pool'
import { openEngine } from '../engine'
import { createSealer } from '../sealing'
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

it('a data folder whose tables have damaged pages is refused in one sentence', async () => {
  const { storage, drop } = await freshFolder()
  const open = (prepare: Parameters<typeof openEngine>[0]['prepare']) =>
    openEngine({
      storage,
      migrations: [],
      sealer: createSealer(Buffer.alloc(32)),
      prepare,
      onError: () => undefined,
    })
  let table = ''
  const made = await open(async (db) => {
    await db.execute('CREATE TABLE kept AS SELECT n FROM generate_series(1, 1000) n')
    const { rows } = await db.execute<{ file: string }>(`SELECT pg_relation_filepath('kept') AS file`)
    table = path.join(storage.dataDir, 'pglite', rows[0]?.file ?? '')
  })
  await made.close()
  await writeFile(table, Buffer.alloc(8192, 7))
  const opened = open(async (db) => void (await db.execute('SELECT count(*) FROM kept')))
  await expect(opened).rejects.toThrow(DatabaseUnusable)
  await expect(opened).rejects.toThrow(/^DATA_DIR: [^\n]+invalid page[^\n]+ restore a backup [^\n]+$/)
  await drop()
})

it('a data folder whose tables are not those that were made is refused in one sentence', async () => {
  const { storage, drop } = await freshFolder()
  // Lost states of transactions hide a table from its catalogue, not from its files.
  const open = () =>
    openEngine({
      storage,
      migrations: [],
      sealer: createSealer(Buffer.alloc(32)),
      prepare: async (db) => void (await db.execute('CREATE TABLE kept (n int)')),
      onError: () => undefined,
    })
  await (await open()).close()
  const opened = open()
  await expect(opened).rejects.toThrow(DatabaseUnusable)
  await expect(opened).rejects.toThrow(/^DATA_DIR: [^\n]+already exists[^\n]+ restore a backup [^\n]+$/)
  await drop()
})

it.each([
  ['a statement that is wrong', 'SELECT missing FROM kept', 'column "missing" does not exist'],
  ['a row that exists already', 'INSERT INTO kept VALUES (1)', 'duplicate key value'],
])(
  'a start that fails by %s is not called damage, and nothing is to be deleted',
  async (_name, statement, text) => {
    const { storage, drop } = await freshFolder()
    const opened = openEngine({
      storage,
      migrations: [],
      sealer: createSealer(Buffer.alloc(32)),
      prepare: async (db) => {
        await db.execute('CREATE TABLE kept (n int PRIMARY KEY)')
        await db.execute('INSERT INTO kept VALUES (1)')
        await db.execute(statement)
      },
      onError: () => undefined,
    })
    const error: unknown = await opened.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(DatabaseUnusable)
    const message = error instanceof Error ? error.message : ''
    expect(message).toMatch(/^DATA_DIR: [^\n]+ start or upgrade failed [^\n]+ delete nothing [^\n]+$/)
    expect(message).toContain(text)
    expect(message).not.toMatch(/may be damaged|backup|empty folder/)
    await drop()
  },
)

it('a first start that is killed half way leaves nothing that hinders the next', async () => {
  const { storage, drop } = await freshFolder({ isEmpty: true })
  const { dataDir } = storage
  const code = `const { openDurable } = await import(process.argv[1]); await openDurable(process.argv[2])`
  const opening = path.join(import.meta.dirname, 'open.mjs')
  const first = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    code,
    opening,
    path.join(dataDir, 'pglite'),
  ])
  const ended = once(first, 'exit')
  const files = async () => (await readdir(dataDir, { recursive: true })).map((name) => path.basename(name))
  await expect.poll(files, { interval: 5, timeout: 60_000 }).toContain('PG_VERSION')
  first.kill('SIGKILL')
  await ended
  const opened = await openPool({ dataDir }, () => undefined)
  expect((await opened.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  await opened.close()
  await drop()
}, 120_000)

it.each<[string, (folder: string, elsewhere: string) => Promise<unknown>]>([
  [
    'a link to a new file system',
    async (folder, elsewhere) => {
      await mkdir(path.join(elsewhere, 'lost+found'))
      await symlink(elsewhere, folder)
    },
  ],
  [
    'one that was left before it was complete',
    async (folder) => {
      const { storage, drop } = await freshFolder()
      await rename(path.join(storage.dataDir, 'pglite'), folder)
      await drop()
      await mkdir(path.join(folder, 'creating'))
      await rename(path.join(folder, 'base'), path.join(folder, 'creating', 'base'))
    },
  ],
])(
  'a first start makes the database in a folder that is %s',
  async (_what, prepare) => {
    const [data, other] = [await freshFolder({ isEmpty: true }), await freshFolder({ isEmpty: true })]
    const [dataDir, elsewhere] = [data.storage.dataDir, other.storage.dataDir]
    const folder = path.join(dataDir, 'pglite')
    await prepare(folder, elsewhere)
    const opened = await openPool({ dataDir }, () => undefined)
    await opened.pool.query('CREATE TABLE kept AS SELECT 1 AS one')
    await opened.close()
    const again = await openPool({ dataDir }, () => undefined)
    expect((await again.pool.query('SELECT one FROM kept')).rows).toEqual([{ one: 1 }])
    await again.close()
    expect(await readdir(folder)).not.toContain('creating')
    await Promise.all([data.drop(), other.drop()])
  },
  120_000,
)

it('a data folder whose lock is not a file is refused in one sentence', async () => {
  const { storage, drop } = await freshFolder()
  const dataDir = path.join(storage.dataDir, 'inner')
  await mkdir(path.join(dataDir, 'lock'), { recursive: true })
  const opened = openPool({ dataDir }, () => undefined)
  await expect(opened).rejects.toThrow(DatabaseUnusable)
  await expect(opened).rejects.toThrow(/^DATA_DIR: [^\n]*lock [^\n]+$/)
  await drop()
})
