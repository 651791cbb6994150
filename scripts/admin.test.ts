import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { anchorActivity } from '../lib/core/server/activity/anchor'
import { recordActivity } from '../lib/core/server/activity/record'
import { sealActivity } from '../lib/core/server/activity/seal'
import { openEngine, type Engine } from '../lib/db/engine'
import { createSealer } from '../lib/db/sealing'
import { freshDatabase, freshFolder, testEngines } from '../lib/db/testing'
import { anchorFileIn } from '../lib/chain/anchors.mjs'
import { serverMigrations } from '../lib/start/migrations'
import { admin, inProcess } from './lib/backup/testing'

describe('commands', () => {
  it('are listed, explain themselves, and refuse unknown ones', async () => {
    expect(await admin([])).toMatchObject({ code: 0, text: expect.stringContaining('verify-activity') })
    expect(await admin(['verify-activity', '--help'])).toMatchObject({
      code: 0,
      text: expect.stringContaining('Usage: npm run admin -- verify-activity'),
    })
    expect(await admin(['nonsense'])).toMatchObject({
      code: 1,
      text: expect.stringContaining('There is no command nonsense.'),
    })
    expect(await admin(['verify-activity', '--all'])).toMatchObject({ code: 1 })
    expect((await admin(['verify-activity', '--anchors', '/nowhere/at-all'])).text).toBe(
      'There is no file /nowhere/at-all.\n',
    )
  })

  it('report a missing database in one line', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'counterfoil-none-'))
    const none = await admin(['verify-activity'], { DATA_DIR: folder })
    expect(none).toMatchObject({
      code: 1,
      text: expect.stringMatching(/^The data folder .* holds no database\..*\n$/),
    })
    // No server listens on port 9. 99999 is not a port.
    for (const port of [9, 99999]) {
      const away = await admin(['verify-activity'], {
        DATABASE_URL: `postgres://me:s3cret@127.0.0.1:${port}/x`,
      })
      expect(away).toMatchObject({
        code: 1,
        text: expect.stringMatching(/^DATABASE_URL: no connection \(.*\)\n$/),
      })
      expect(away.text).not.toContain('s3cret')
    }
    rmSync(folder, { recursive: true })
  })
})

describe.each(testEngines)('verify-activity on $kind', ({ kind, isAvailable }) => {
  it.skipIf(!isAvailable)(
    'names what was changed, and what an anchor misses',
    { timeout: 180_000 },
    async () => {
      const { storage, drop } = kind === 'embedded' ? await freshFolder() : await freshDatabase()
      const folder =
        'dataDir' in storage ? storage.dataDir : mkdtempSync(path.join(tmpdir(), 'counterfoil-data-'))
      const settings = {
        DATA_DIR: folder,
        ...('databaseUrl' in storage && { DATABASE_URL: storage.databaseUrl }),
      }
      const open = () =>
        openEngine({
          storage,
          migrations: [serverMigrations],
          sealer: createSealer(randomBytes(32)),
          onError: () => {},
        })
      let engine: Engine = await open()
      /** An embedded database has to be stopped for the command. */
      const verify = async (run = inProcess) => {
        if (kind === 'server') return run(['verify-activity'], settings)
        await engine.close()
        const said = await run(['verify-activity'], settings)
        engine = await open()
        return said
      }
      const record = () =>
        recordActivity(engine.db, { shop: null, actor: null }, { action: 'installation.changed' })
      const [first] = [await record(), await record(), await record()]
      const busy = kind === 'embedded' ? (await admin(['verify-activity'], settings)).text : 'none'
      expect(busy).toMatch(
        kind === 'embedded'
          ? /is in use by process \d+ on .*\. Stop the application, and run the command again\./
          : 'none',
      )
      await sealActivity(engine)
      expect(await verify(admin)).toMatchObject({
        code: 0,
        text: expect.stringContaining('installation: 3 entries in the chain'),
      })
      await anchorActivity(engine, anchorFileIn(folder))
      expect((await verify()).text).toContain('Nothing found. Compared with 1 anchors.')
      await engine.db.execute(
        sql`UPDATE activity SET action = 'installation.mail_changed' WHERE id = ${first}`,
      )
      expect(await verify(admin)).toMatchObject({
        code: 1,
        text: expect.stringContaining(
          `CHANGED installation #1 entry ${first}: who, what, when or on what differs`,
        ),
      })
      await engine.db.execute(sql`DELETE FROM activity`)
      await engine.db.execute(sql`DELETE FROM activity_seals`)
      expect(await verify()).toMatchObject({ code: 1, text: expect.stringContaining('CUT installation #0') })
      writeFileSync(anchorFileIn(folder), 'nonsense\n')
      expect(await verify()).toMatchObject({
        code: 1,
        text: expect.stringContaining('line 1 holds no anchor'),
      })
      await engine.db.execute(sql`DROP TABLE activity_seals`)
      expect((await verify()).text).toContain('has no hash chains yet')
      await engine.close()
      await drop()
      if (kind === 'server') rmSync(folder, { recursive: true })
    },
  )
})
