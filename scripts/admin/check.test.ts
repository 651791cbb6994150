import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sealActivity } from '@/lib/core/server/activity/seal'
import { createSealer } from '@/lib/db/sealing'
import { onEachEngine } from '@/lib/db/testing-engines'
import { sealedOfSandbox } from '@/lib/sandbox/start'
import { sealedOfOffice } from '@/lib/start/sealing/sealing'
import { otherShop } from '@/lib/testing/shops/other-shop'
import { opens, sealedColumns } from '../lib/backup/sealed.mjs'
import { admin, emptyPlace, filledPlace, inProcess } from '../lib/backup/testing'

describe('sealed columns', () => {
  it('are those of the application, with the same contexts', () => {
    const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
    const own = sealedColumns.map(({ name, by, contextOf }) => [name, contextOf(...by.map((one) => `a ${one}`))]) // prettier-ignore
    const row = Object.fromEntries(['id', 'shop_id', 'user_id', 'token', 'uid'].map((one) => [camel(one), `a ${one}`])) // prettier-ignore
    const theirs = [...sealedOfOffice, ...sealedOfSandbox].map(({ name, contextOf }) => [
      name,
      contextOf(row),
    ])
    expect(own).toEqual(theirs)
  })

  it('open with their key alone', () => {
    const [key, other] = [randomBytes(32), randomBytes(32)]
    const sealed = createSealer(key).seal('secret', 'here')
    expect(opens(sealed, 'here', [other, key])).toBe(true)
    expect(opens(sealed, 'there', [key])).toBe(false)
    expect(opens(sealed, 'here', [other])).toBe(false)
  })
})

onEachEngine('check and diagnose with two shops, while the application runs', (kind) => {
  let place: Awaited<ReturnType<typeof filledPlace>>
  beforeAll(async () => {
    place = await filledPlace(kind)
    await sealActivity(place.engine)
  }, 180_000)
  afterAll(async () => {
    await place.engine.close()
    await place.drop()
  })

  it('finds nothing, and then what was damaged', async () => {
    const { db } = place.engine
    const sound = await admin(['check'], place.settings)
    expect([sound.code, sound.text]).toEqual([0, expect.stringMatching(/^payments {4}ok/m)])
    await db.execute(sql`UPDATE shops SET secret_key_sealed = ${randomBytes(40)} WHERE id = 'shop-361'`)
    await db.execute(sql`UPDATE activity SET action = 'installation.mail_changed' WHERE shop_id IS NULL`)
    await db.execute(sql`
        INSERT INTO payments (shop_id, uid, state, at, heard_at, state_at, authenticity, currency, held, paid, refunded, charged_back)
        VALUES ('shop-361', 'u', 'paid', now(), now(), now(), 'signature', 'EUR', 0, 100, 0, 0)`)
    await db.transaction(async (tx) => {
      await tx.execute(sql`SET LOCAL session_replication_role = replica`)
      await tx.execute(sql`
          INSERT INTO memberships (shop_id, user_id, role) VALUES ('shop-361', gen_random_uuid(), 'owner')`)
    })
    const { code, text } = await admin(['check'], place.settings)
    expect(code).toBe(1)
    for (const line of [
      'public.shops.secret_key_sealed: no key here opens 1 values',
      'changed in installation: ',
      'shop-361: 1 payments differ from the sums of their transactions',
      '1 rows of memberships name none of users',
    ])
      expect(text).toContain(line)
  }, 180_000)

  it('writes a diagnosis without names', async () => {
    const file = path.join(place.folder, 'diagnosis.json')
    const planted = {
      AUTH_SECRET: 'planted-auth-secret-planted-auth-secret',
      SMTP_PASSWORD: 'planted-mail-password',
      OIDC_PLANTEDNAME_CLIENT_SECRET: 'planted-client-secret',
      OWNER_EMAIL: 'planted@person.example',
      APP_URL: 'https://planted.example',
      UNRELATED_TOKEN: 'planted-token',
      LOG_LEVEL: 'debug',
    }
    const { code } = await admin(['diagnose', file], { ...place.settings, ...planted })
    const again = await inProcess(['diagnose', file], place.settings)
    expect([again.code, again.text]).toEqual([1, expect.stringContaining('is there already')])
    const text = readFileSync(file, 'utf8')
    const bundle = JSON.parse(text) as { settings: object; database: { tables: object } }
    expect([code, bundle.settings, bundle.database.tables]).toEqual([
      0,
      expect.objectContaining({ LOG_LEVEL: 'debug', SMTP_PASSWORD: 'set', 'OIDC_…_CLIENT_SECRET': 'set' }),
      expect.objectContaining({ 'public.shops': { rows: 2, bytes: expect.any(Number) } }),
    ])
    for (const secret of [
      'planted',
      'PLANTEDNAME',
      'UNRELATED',
      'shop-361',
      '🦊',
      'postgres://',
      place.folder,
      place.key.toString('hex'),
    ])
      // prettier-ignore
      expect([secret, text.includes(secret)]).toEqual([secret, false])
  }, 180_000)

  it('counts mirrors of shops at the sandbox in its diagnosis only while that is on', async () => {
    const { db } = place.engine
    await db.execute(sql`UPDATE shops SET mode = 'sandbox' WHERE id = 'shop-361'`)
    await db.execute(sql`
      INSERT INTO syncs (shop_id, resource, synced_at, failed_at)
      VALUES ('shop-361', 'products', NULL, now()), (${otherShop}, 'products', now(), NULL)
      ON CONFLICT (shop_id, resource) DO UPDATE SET synced_at = excluded.synced_at, failed_at = excluded.failed_at`)
    const failing = async (settings: Record<string, string> = {}) => {
      const file = path.join(place.folder, `${crypto.randomUUID()}.json`)
      await inProcess(['diagnose', file], { ...place.settings, SANDBOX: '', ...settings })
      const { database } = JSON.parse(readFileSync(file, 'utf8')) as {
        database: { mirrors: { resource: string; failing: number }[] }
      }
      return database.mirrors.find(({ resource }) => resource === 'products')?.failing
    }
    const usual = await failing()
    const chosen = sql`INSERT INTO installation (id, has_sandbox) VALUES (1, ${kind === 'server'}) ON CONFLICT (id) DO UPDATE SET has_sandbox = excluded.has_sandbox`
    await db.execute(chosen)
    const found = [
      usual,
      await failing(),
      await failing({ SANDBOX: 'on' }),
      await failing({ SANDBOX: 'off' }),
    ]
    expect(found).toEqual(kind === 'server' ? [0, 1, 1, 0] : [1, 0, 1, 0])
  }, 180_000)
})

it.skipIf(process.env.TEST_DATABASE_URL === undefined)(
  'writes a diagnosis of a database that the application has not used yet',
  async () => {
    const place = await emptyPlace('server')
    const file = path.join(place.folder, 'diagnosis.json')
    expect(await inProcess(['diagnose', file], place.settings)).toMatchObject({ code: 0 })
    const { database } = JSON.parse(readFileSync(file, 'utf8')) as { database: object }
    expect(database).toMatchObject({ kind: 'postgresql', tables: {}, queues: [], mirrors: [], backups: [] })
    await place.drop()
  },
)
