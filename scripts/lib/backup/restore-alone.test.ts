import path from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { shops } from '@/lib/core/server/tables/shops'
import { startLock } from './source.mjs'
import { admin, emptyPlace, filledPlace } from './testing'

it.skipIf(!process.env.TEST_DATABASE_URL)(
  'a restore refuses a database on which an application starts, and lets one start afterwards',
  async () => {
    const from = await filledPlace('server')
    const passphrase = { BACKUP_PASSPHRASE: 'correct horse battery staple' }
    const file = path.join(from.folder, 'one.age')
    expect(await admin(['backup', file], { ...from.settings, ...passphrase })).toMatchObject({ code: 0 })
    const target = await emptyPlace('server')
    const starting = new pg.Client({ connectionString: target.settings.DATABASE_URL })
    await starting.connect()
    await starting.query('SELECT pg_advisory_lock($1)', [startLock])
    const restore = () => admin(['restore', file], { ...target.settings, ...passphrase })
    const { code, text } = await restore()
    expect([code, text]).toEqual([1, expect.stringContaining('An application is starting')])
    await starting.end()
    expect(await restore()).toMatchObject({ code: 0 })
    const started = await target.open(from.key)
    expect(await started.db.$count(shops)).toBe(2)
    await started.close()
    await from.engine.close()
    await Promise.all([from.drop(), target.drop()])
  },
  180_000,
)
