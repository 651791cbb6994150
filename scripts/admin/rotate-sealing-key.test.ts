import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { mailPasswordContext } from '@/lib/core/server/sending/mail'
import { mailServer, sealing } from '@/lib/core/server/tables/installation'
import { createSealer, type Sealer } from '@/lib/db/sealing'
import { onEachEngine } from '@/lib/db/testing-engines'
import {
  keyIdOf,
  newSecrets,
  readSecrets,
  replaceSecrets,
  type Secrets,
  withNewKey,
} from '@/lib/keys/secrets-file.mjs'
import { keysInFile, resealAll } from '@/lib/start/sealing/reseal'
import { noteKey, prepareSealing, sealedOfOffice } from '@/lib/start/sealing/sealing'
import { run } from './rotate-sealing-key.mjs'
import { openAdminPlace, type AdminPlace } from './testing'

const idOf = (key: string) => keyIdOf(Buffer.from(key, 'hex'))
const source = { sealingKeySource: 'secrets.json: sealing_key' }

onEachEngine('npm run admin -- rotate-sealing-key with a password of a mail server', (kind) => {
  let place: AdminPlace
  let folder: string
  let file: string
  let first: Secrets
  beforeAll(async () => {
    place = await openAdminPlace(kind)
    folder = mkdtempSync(path.join(tmpdir(), 'counterfoil-keys-'))
  })
  afterAll(async () => {
    await place.drop()
    rmSync(folder, { recursive: true })
  })
  beforeEach(async () => {
    file = path.join(folder, `${crypto.randomUUID()}.json`)
    first = newSecrets()
    replaceSecrets(file, first)
    const sealer = createSealer(keysInFile(file)!.key)
    await place.withEngine(async ({ db }) => {
      await db.delete(sealing)
      await db.delete(mailServer)
      await prepareSealing(db, sealer, source)
      const passwordSealed = sealer.seal('a mail password', mailPasswordContext)
      await db.insert(mailServer).values({ id: 1, passwordSealed })
    }, sealer)
  })

  type Work<Result> = (
    engine: Parameters<Parameters<AdminPlace['withEngine']>[0]>[0],
    sealer: Sealer,
  ) => Promise<Result>
  /** Starts as the application does: with the keys in the file, which it compares with the database. */
  const asApplication = <Result>(work: Work<Result>): Promise<Result> => {
    const { key, old } = keysInFile(file)!
    const sealer = createSealer(key, { old })
    return place.withEngine(async (engine) => {
      await prepareSealing(engine.db, sealer, source)
      return work(engine, sealer)
    }, sealer)
  }
  /** What its job does. */
  const work = (given: object = {}) =>
    asApplication((engine) =>
      resealAll(engine, { file, columns: sealedOfOffice, until: Infinity, keptMinutes: 0, ...given }),
    )
  const password = () =>
    asApplication(async ({ db }, sealer) => {
      const [row] = await db.select().from(mailServer).where(eq(mailServer.id, 1))
      return sealer.unseal(row!.passwordSealed!, mailPasswordContext)
    })
  const rotate = (settings: Record<string, string> = {}) =>
    place.admin(['rotate-sealing-key'], { SECRETS_FILE: file, ...settings })
  const rotateHere = (settings: Record<string, string> = {}) =>
    place.inProcess(['rotate-sealing-key'], { SECRETS_FILE: file, ...settings })
  const inFile = () => readSecrets(file)!

  it.skipIf(kind !== 'embedded')(
    'goes on with the key that it made, and seals at the next start',
    async () => {
      const made = await rotate()
      const next = inFile()
      expect(next).toMatchObject({ auth_secret: first.auth_secret, old_sealing_key: first.sealing_key })
      expect(made.text).toContain(`New sealing key ${idOf(next.sealing_key)} in ${file}.`)
      expect(made.text).toContain('The application is not running.')
      expect((await rotateHere()).text).toContain(`Going on with the sealing key ${idOf(next.sealing_key)}`)
      expect(inFile()).toEqual(next)
      expect(await password()).toBe('a mail password')
      // Killed before it has sealed anything, and started again.
      await work({ until: 0 })
      expect((await rotateHere()).text).toContain('Going on with')
      await work()
      expect(inFile()).toEqual({ auth_secret: first.auth_secret, sealing_key: next.sealing_key })
      expect(await password()).toBe('a mail password')
    },
    120_000,
  )

  it.skipIf(kind !== 'embedded')('goes on with a key that another one just made', async () => {
    const settings = { ...place.where, SECRETS_FILE: file, SEALING_KEY: '' }
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
    const log = vi.spyOn(console, 'log').mockReturnValue()
    try {
      const begun = run([])
      const other = withNewKey(first)
      replaceSecrets(file, other)
      await begun
      expect(inFile()).toEqual(other)
    } finally {
      vi.unstubAllEnvs()
      log.mockRestore()
    }
  })

  it('waits for a running application, and says when everything is sealed', async () => {
    const { code, text } = await asApplication(async (engine, sealer) => {
      const waiting = rotate()
      while (inFile().old_sealing_key === undefined) await new Promise((go) => setTimeout(go, 50))
      sealer.adopt(keysInFile(file)!)
      expect(await noteKey(engine.db, sealer)).toBe(true)
      const given = { file, columns: sealedOfOffice, until: Infinity }
      await resealAll(engine, { ...given, keptMinutes: 60 })
      return waiting
    })
    expect([code, text]).toEqual([0, expect.stringContaining('Everything is sealed with the new key.')])
    expect(inFile()).toMatchObject({ old_sealing_key: first.sealing_key, is_old_key_unused: true })
    await work()
    expect(inFile()).not.toHaveProperty('old_sealing_key')
    expect(await password()).toBe('a mail password')
  }, 120_000)

  it.skipIf(kind !== 'embedded')(
    'does not wait for an application that ends meanwhile',
    async () => {
      const ended = await asApplication(async () => {
        const waiting = rotate()
        while (inFile().old_sealing_key === undefined) await new Promise((go) => setTimeout(go, 50))
        // By then the command has seen that the application runs.
        await new Promise((go) => setTimeout(go, 2_000))
        return { waiting }
      })
      const { code, text } = await ended.waiting
      expect([code, text]).toEqual([0, expect.stringContaining('has ended meanwhile.')])
      await work()
      expect(await password()).toBe('a mail password')
    },
    60_000,
  )

  it('names an old key that got lost in a rotation, in application and command', async () => {
    const begun = {
      ...first,
      sealing_key: randomBytes(32).toString('hex'),
      old_sealing_key: first.sealing_key,
    }
    replaceSecrets(file, begun)
    await asApplication(() => Promise.resolve())
    const { old_sealing_key: _, ...lost } = begun
    replaceSecrets(file, lost)
    const missing = `what is still sealed with the old key ${idOf(first.sealing_key)} opens with no other; put the old key back`
    await expect(work()).rejects.toThrow(missing)
    const again = await rotateHere()
    expect(again).toMatchObject({ code: 1, text: expect.stringContaining('Nothing was changed.') })
    expect(again.text).toContain(`sealed with the key ${idOf(first.sealing_key)}`)
    expect(inFile()).toEqual(lost)
    replaceSecrets(file, begun)
    await work()
    expect(await password()).toBe('a mail password')
  }, 120_000)

  it('says what to change if the key is in the environment, and the progress', async () => {
    const key = randomBytes(32).toString('hex')
    const env = { SECRETS_FILE: '', SEALING_KEY: key }
    const result = await rotateHere(env)
    expect(result).toMatchObject({
      code: 0,
      text: expect.stringContaining('Set SEALING_KEY to the new key'),
    })
    expect(result.text).not.toContain(key)
    const both = { ...env, OLD_SEALING_KEY: first.sealing_key }
    // Everything is sealed with the present key, and the application has not read the new one.
    await work()
    expect((await rotateHere(both)).text).toBe(`The application still seals with the key ${idOf(first.sealing_key)}: start each instance again with these settings.\n`) // prettier-ignore
    const next = createSealer(Buffer.from(key, 'hex'), { old: Buffer.from(first.sealing_key, 'hex') })
    await place.withEngine(({ db }) => prepareSealing(db, next, source))
    expect((await rotateHere(both)).text).toContain(`Under way: something may still be sealed with the key ${idOf(first.sealing_key)}`) // prettier-ignore
    expect(await rotateHere(env)).toMatchObject({
      code: 1,
      text: expect.stringContaining(`Something is still sealed with the old key ${idOf(first.sealing_key)}: set OLD_SEALING_KEY to it.`) as string, // prettier-ignore
    })
    const resealed = () =>
      place.withEngine(
        (engine) =>
          resealAll(engine, { file: null, columns: sealedOfOffice, until: Infinity, keptMinutes: 0 }),
        next,
      )
    await resealed()
    const done = `Everything is sealed with the key ${idOf(key)}. Unset OLD_SEALING_KEY, provided that each instance runs with these settings.\n`
    expect((await rotateHere(both)).text).toBe(done)
    // An instance that still runs with the settings from before.
    await place.withEngine(({ db }) =>
      db
        .update(mailServer)
        .set({ passwordSealed: createSealer(keysInFile(file)!.key).seal('p', mailPasswordContext) }),
    )
    expect((await rotateHere(both)).text).toBe(`1 value is still sealed with the key ${idOf(first.sealing_key)}: keep OLD_SEALING_KEY, and start each instance again with these settings. The application seals the rest with the new key within a quarter of an hour. Those that stay longer are damaged: its log names their columns.\n`) // prettier-ignore
    await resealed()
    expect((await rotateHere(both)).text).toBe(done)
  }, 120_000)

  it('changes no file that is damaged or missing, and takes no options', async () => {
    const damaged = '{"auth_secret":'
    writeFileSync(file, damaged)
    expect(await rotateHere()).toMatchObject({ code: 1, text: expect.stringContaining('is damaged') })
    expect(readFileSync(file, 'utf8')).toBe(damaged)
    rmSync(file)
    expect(await rotateHere()).toMatchObject({ code: 1, text: expect.stringContaining('There is no') })
    const { code, text } = await place.inProcess(['rotate-sealing-key', '--now'], { SECRETS_FILE: file })
    expect([code, text]).toEqual([1, expect.stringContaining('Usage: npm run admin -- rotate-sealing-key')])
    replaceSecrets(file, first)
  }, 120_000)
})
