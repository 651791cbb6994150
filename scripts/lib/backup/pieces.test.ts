import { expect, it, onTestFinished } from 'vitest'
import { openEmbeddedSession, openServerSession, type Session } from './session.mjs'
import { freshDatabase, freshFolder, type EngineKind } from '@/lib/db/testing'
import { onEachEngine } from '@/lib/db/testing-engines'
import { readTable } from './tables.mjs'

const megabyte = 1_000_000

async function openSession(kind: EngineKind): Promise<Session> {
  const place =
    kind === 'embedded' ? await freshFolder({ isEmpty: true }) : await freshDatabase({ isEmpty: true })
  const session =
    'dataDir' in place.storage
      ? await openEmbeddedSession(`${place.storage.dataDir}/pglite`)
      : await openServerSession(place.storage.directUrl ?? place.storage.databaseUrl, 'The database')
  onTestFinished(async () => {
    await session.close()
    await place.drop()
  })
  return session
}

onEachEngine('a table that is read in pieces', (kind) => {
  it('is read in small ones, also if its rows keep most of their values outside their pages', async () => {
    const session = await openSession(kind)
    await session.query('CREATE TABLE large (id int PRIMARY KEY, body bytea)')
    await session.query('ALTER TABLE large ALTER COLUMN body SET STORAGE EXTERNAL')
    await session.query(`INSERT INTO large SELECT n, convert_to(repeat(md5(n::text), 2000), 'UTF8') FROM generate_series(1, 400) n`) // prettier-ignore
    const table = { schema: 'public', name: 'large', columns: ['id', 'body'] }
    let [largest, whole] = [0, 0]
    for await (const { length } of readTable(session, table)) {
      largest = Math.max(largest, length)
      whole += length
    }
    expect([whole > 50 * megabyte, largest < 25 * megabyte]).toEqual([true, true])
  })
})
