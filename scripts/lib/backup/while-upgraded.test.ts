import path from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { openSource } from './source.mjs'
import { makeBackup } from './make.mjs'
import { filledPlace } from './testing'

it.skipIf(!process.env.TEST_DATABASE_URL)(
  'has the rows of a table that an upgrade would write anew meanwhile',
  async () => {
    const place = await filledPlace('server')
    const { env } = process
    process.env = { ...env, ...place.settings }
    const session = await openSource()
    const upgrade = new pg.Client({ connectionString: place.settings.DATABASE_URL })
    await upgrade.connect()
    try {
      await session.query('SELECT 1 FROM shops')
      await upgrade.query(`SET lock_timeout = '500ms'`)
      await expect(
        upgrade.query('ALTER TABLE activity ALTER COLUMN action TYPE varchar(900)'),
      ).rejects.toThrow('lock timeout')
      const file = path.join(place.folder, 'meanwhile')
      const { totals } = await makeBackup(session, {
        file,
        passphrase: null,
        before: { keys: null, anchors: null },
        check: async () => {},
      })
      expect(totals.tables['public.activity']?.rows).toBe(4000)
    } finally {
      process.env = env
      await upgrade.end()
      await session.close()
      await place.engine.close()
      await place.drop()
    }
  },
  60_000,
)
