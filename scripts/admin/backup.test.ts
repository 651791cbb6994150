import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs' // prettier-ignore
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { tryLock } from 'fs-native-extensions'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { onEachEngine } from '@/lib/db/testing-engines'
import { testEngines, type EngineKind } from '@/lib/db/testing'
import { anchorFileIn } from '@/lib/chain/anchors.mjs'
import { prepareSealing } from '@/lib/start/sealing/sealing'
import { keyIdOf, newSecrets, readSecrets, replaceSecrets } from '@/lib/keys/secrets-file.mjs'
import { keysFor } from '../lib/backup/keys.mjs'
import { admin, emptyPlace, filledPlace, inProcess, rowsOf, type Place } from '../lib/backup/testing'

const passphrase = { BACKUP_PASSPHRASE: 'correct horse battery staple' }

onEachEngine('backup and restore with two shops', (kind) => {
  let place: Awaited<ReturnType<typeof filledPlace>>
  let rows: Record<string, string[]>
  let file: string
  let said: string
  const places: Place[] = []
  const empty = async (of: EngineKind) => {
    const made = await emptyPlace(of)
    places.push(made)
    return made
  }
  /** Empty. A refused restore leaves it empty for the next test. */
  const targets: Partial<Record<EngineKind, Promise<Place>>> = {}
  const targetOn = (of: EngineKind) => (targets[of] ??= empty(of))
  beforeAll(async () => {
    place = await filledPlace(kind)
    rows = await rowsOf(place.engine)
    file = path.join(place.folder, 'one.tar.gz.age')
    // The application runs meanwhile.
    const made = await admin(['backup', file], { ...place.settings, ...passphrase })
    said = made.text
  }, 180_000)
  afterAll(async () => {
    await place.engine.close()
    await place.drop()
    for (const one of places) await one.drop()
  })

  it('says what it wrote', () => {
    expect(said).toContain('It is encrypted, and holds the sealing key.')
    expect(said.includes('The application waited')).toBe(kind === 'embedded')
    expect(statSync(file).mode & 0o077).toBe(0)
    expect(readFileSync(file).includes('installation.changed')).toBe(false)
    const copies = path.join(place.folder, 'snapshots')
    expect(existsSync(copies) ? readdirSync(copies) : []).toEqual([])
  })

  it('refuses a wrong passphrase, and damaged, cut and foreign files, and writes nothing', async () => {
    const target = await targetOn(kind)
    const settings = { ...target.settings, ...passphrase }
    const bytes = readFileSync(file)
    const refused = async (
      name: string,
      content: Buffer,
      env: Record<string, string> = settings,
      run = inProcess,
    ) => {
      const bad = path.join(target.folder, name)
      writeFileSync(bad, content)
      const { code, text } = await run(['restore', bad], env)
      expect([name, code, text.trimEnd().split('\n').length, text]).toEqual([name, 1, 1, expect.anything()])
      return text
    }
    expect(await refused('wrong', bytes, { ...settings, BACKUP_PASSPHRASE: 'another' })).toContain('the passphrase is wrong') // prettier-ignore
    expect(await refused('none', bytes, target.settings)).toContain('is encrypted')
    const damaged = Buffer.from(bytes)
    damaged[bytes.length >> 1]! ^= 1
    expect(await refused('damaged', damaged, settings, admin)).toContain('is damaged or cut')
    expect(await refused('cut', bytes.subarray(0, bytes.length - 1000))).toContain('is damaged or cut')
    expect(await refused('half', bytes.subarray(0, 70_000))).toContain('is damaged or cut')
    expect(await refused('foreign', Buffer.from('hello, world'))).toContain('is no backup')
    const left = readdirSync(target.folder)
    expect(left.filter((name) => ['pglite', 'pglite.restoring', 'secrets.json'].includes(name))).toEqual([])
  }, 180_000)

  const kinds = testEngines.filter(({ isAvailable: isThere }) => isThere).map((one) => one.kind)
  it.each(kinds)(
    'restores into an empty %s database, row by row, with the key',
    async (of) => {
      const target = await targetOn(of)
      delete targets[of] // From now on it is not empty.
      const { code, text } = await admin(['restore', file], { ...target.settings, ...passphrase })
      expect([code, text]).toEqual([0, expect.stringContaining('public.activity')])
      expect(readSecrets(target.keysFile)?.sealing_key).toBe(place.key.toString('hex'))
      const engine = await target.open(place.key)
      expect(await rowsOf(engine)).toEqual(rows)
      await prepareSealing(engine.db, engine.sealer, { sealingKeySource: 'SEALING_KEY: this' })
      // The keys between tables are back.
      await expect(
        engine.db.execute(sql`INSERT INTO memberships (shop_id, user_id, role) VALUES ('none', gen_random_uuid(), 'owner')`), // prettier-ignore
      ).rejects.toMatchObject({ cause: { code: '23503' } })
      // And triggers.
      await engine.db.execute(sql`UPDATE payment_quarters SET payments = 5 WHERE shop_id = 'shop-361'`)
      const { rows: sums } = await engine.db.execute(
        sql`SELECT payments FROM payment_four_hours WHERE shop_id = 'shop-361'`,
      )
      expect(sums).toEqual([{ payments: 5 }])
      await engine.close()
      const again = await inProcess(['restore', file], { ...target.settings, ...passphrase })
      expect([again.code, again.text]).toEqual([1, expect.stringMatching(/^The d.* (is not empty|holds a database)\..*\n$/)]) // prettier-ignore
    },
    180_000,
  )

  it('without a passphrase holds no key, and says so', async () => {
    const plain = path.join(place.folder, 'plain.tar.gz')
    const { text } = await admin(['backup', plain], place.settings)
    expect(text).toContain('It is NOT encrypted, and holds no sealing key.')
    const content = gunzipSync(readFileSync(plain))
    expect(content.includes('installation.changed')).toBe(true)
    expect(content.includes(place.key.toString('hex'))).toBe(false)
    const target = await empty(kind)
    expect((await inProcess(['restore', plain], target.settings)).text).toContain('The backup has no sealing key.') // prettier-ignore
    const wrong = { ...target.settings, SEALING_KEY: '1'.repeat(64) }
    expect((await inProcess(['restore', plain], wrong)).text).toContain('another sealing key')
    truncateSync(plain, statSync(plain).size - 20)
    const right = { ...target.settings, SEALING_KEY: place.key.toString('hex') }
    expect((await inProcess(['restore', plain], right)).text).toContain('is damaged or cut')
    expect(existsSync(target.keysFile)).toBe(false)
  }, 180_000)

  it('carries no key that opens nothing', async () => {
    const other = { ...place.settings, ...passphrase, SEALING_KEY: '1'.repeat(64) }
    const { text } = await admin(['backup', path.join(place.folder, 'other')], other)
    expect(text).toContain('It is encrypted, and holds no sealing key: none that opens it was found here.')
  }, 180_000)

  it('names an old key that it lacks while something is sealed with it, and so does the restore', async () => {
    const [old, lacking] = ['0123abcd', path.join(place.folder, 'lacking')]
    await place.engine.db.execute(sql`UPDATE sealing SET old_key_id = ${old}`)
    const { text } = await inProcess(['backup', lacking], { ...place.settings, ...passphrase })
    await place.engine.db.execute(sql`UPDATE sealing SET old_key_id = NULL`)
    expect(text).toContain(`holds the sealing key, but not the old key ${old}`)
    const target = await empty(kind)
    const restored = await inProcess(['restore', lacking], { ...target.settings, ...passphrase })
    expect([restored.code, restored.text]).toEqual([0, expect.stringContaining(`The old key ${old}, with which something is still sealed, is not in the backup`)]) // prettier-ignore
  }, 180_000)

  it.runIf(kind === 'server')(
    'leaves out the anchors without DATA_DIR, and says so',
    async () => {
      const [anchors, anchored] = [anchorFileIn(place.folder), path.join(place.folder, 'anchored')]
      writeFileSync(anchors, '')
      onTestFinished(() => rmSync(anchors))
      await inProcess(['backup', anchored], { ...place.settings, ...passphrase })
      const target = await empty(kind)
      const { code, text } = await inProcess(['restore', anchored], { ...target.settings, ...passphrase, DATA_DIR: '' }) // prettier-ignore
      expect([code, text]).toEqual([0, expect.stringContaining('The anchors of the activity were left out')])
    },
    180_000,
  )

  it('carries the old key that the application gives up meanwhile', () => {
    const [first, next] = [newSecrets(), newSecrets()]
    const both = { ...next, old_sealing_key: first.sealing_key }
    const [key, old] = [next, first].map((one) => keyIdOf(Buffer.from(one.sealing_key, 'hex')))
    const keysFile = path.join(place.folder, 'rotated.json')
    vi.stubEnv('SECRETS_FILE', keysFile).stubEnv('SEALING_KEY', '')
    onTestFinished(() => void vi.unstubAllEnvs())
    for (const [now, before] of [
      [next, both],
      [both, first],
    ] as const) {
      replaceSecrets(keysFile, now)
      expect(keysFor({ key: key!, old: old! }, before)).toEqual(both)
    }
  })

  it.runIf(kind === 'server')(
    'goes past a pooler',
    async () => {
      const behind = ({ settings }: Place) => ({
        ...settings,
        DATABASE_DIRECT_URL: settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL ?? '',
        DATABASE_URL: 'postgres://nobody@127.0.0.1:1/pooler',
      })
      const direct = path.join(place.folder, 'direct')
      expect(await admin(['backup', direct], { ...behind(place), ...passphrase })).toMatchObject({
        code: 0,
      })
      const target = await empty(kind)
      const { code } = await admin(['restore', direct], { ...behind(target), ...passphrase })
      expect(code).toBe(0)
    },
    180_000,
  )

  it.runIf(kind === 'embedded')(
    'removes copies that killed commands left, and none that is in use',
    async () => {
      const copies = path.join(place.folder, 'snapshots')
      const [dead, alive] = [crypto.randomUUID(), crypto.randomUUID()]
      mkdirSync(path.join(copies, dead), { recursive: true })
      for (const name of [`${dead}.json`, `${dead}.lock`, `${alive}.json`, `${alive}.lock`])
        writeFileSync(path.join(copies, name), '')
      const held = openSync(path.join(copies, `${alive}.lock`), 'a+')
      expect(tryLock(held)).toBe(true)
      expect(await admin(['backup', path.join(place.folder, 'after')], place.settings)).toMatchObject({ code: 0 }) // prettier-ignore
      expect(readdirSync(copies).toSorted()).toEqual([`${alive}.json`, `${alive}.lock`])
      closeSync(held)
    },
    180_000,
  )

  it('refuses a backup of a newer version', async () => {
    await place.engine.db.execute(
      sql`INSERT INTO __migrations (hash, created_at) VALUES ('later', 99999999999999)`,
    )
    const newer = path.join(place.folder, 'newer')
    expect(await admin(['backup', newer], place.settings)).toMatchObject({ code: 0 })
    await place.engine.db.execute(sql`DELETE FROM __migrations WHERE hash = 'later'`)
    const target = await empty(kind)
    expect((await inProcess(['restore', newer], target.settings)).text).toBe(
      'The backup is of a newer version of Counterfoil. Use that version, or a later one.\n',
    )
  }, 180_000)
})
