import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { freshFolder } from '../testing'
import { emptyDatabase, openDurable } from './open.mjs'

it.each([
  ['copied from the one of the build', emptyDatabase(process.cwd())],
  ['made by initdb where there is none', '/none'],
])('a new database is %s, and keeps what it acknowledges', async (_how, empty) => {
  const { storage, drop } = await freshFolder({ isEmpty: true })
  const folder = path.join(storage.dataDir, 'pglite')
  const created = await openDurable(folder, empty)
  await created.exec('CREATE EXTENSION pg_trgm; CREATE TABLE kept AS SELECT 65 AS amount')
  await created.close()
  const again = await openDurable(folder, empty)
  expect((await again.query('SELECT amount FROM kept')).rows).toEqual([{ amount: 65 }])
  expect((await again.query('SHOW fsync')).rows).toEqual([{ fsync: 'on' }])
  await again.close()
  await drop()
})

it('a new database that cannot be copied is refused, and made when it can be', async () => {
  const { storage, drop } = await freshFolder({ isEmpty: true })
  const folder = path.join(storage.dataDir, 'pglite')
  const damaged = path.join(storage.dataDir, 'damaged.tar.gz')
  await writeFile(damaged, 'not an archive')
  await expect(openDurable(folder, damaged)).rejects.toThrow('failed to initialize')
  const created = await openDurable(folder)
  expect((await created.query('SELECT 65 AS amount')).rows).toEqual([{ amount: 65 }])
  await created.close()
  await drop()
})
