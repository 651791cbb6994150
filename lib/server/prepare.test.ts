import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSealer } from '../db/sealing'
import { openTestEngine } from '../db/testing'
import { loadConfig, type Config } from './config'
import { serverMigrations } from './migrations'
import { prepareStorage } from './prepare'
import { activity } from './tables/requests'
import { shops } from './tables/shops'
import { memberships, users } from './tables/users'
import { signIn } from './users/sign-in'

let opened: Awaited<ReturnType<typeof openTestEngine>>
let config: Config
const settings = {
  NODE_ENV: 'test',
  DATABASE_URL: 'postgres://not-used',
  AUTH_SECRET: 'a'.repeat(32),
  SEALING_KEY: randomBytes(32).toString('hex'),
  SANDBOX: 'on',
}

beforeAll(async () => {
  opened = await openTestEngine('embedded', [serverMigrations])
  config = loadConfig(settings)
})
afterAll(() => opened.dispose())

const prepare = (changes: Partial<Config> = {}, sealer = opened.engine.sealer) => {
  const provided: { shopId: number; secretKey: string }[] = []
  const parts = {
    config: { ...config, ...changes },
    sealer,
    provideSandboxShop: async (_db: unknown, shop: (typeof provided)[number]) => void provided.push(shop),
  }
  return prepareStorage(opened.engine.db, parts).then((prepared) => ({ ...prepared, provided }))
}

it('makes the owner and the sandbox shop once, with a password to be shown once', async () => {
  const first = await prepare()
  expect(first.newPassword).toMatch(/^[\w-]{16}$/)
  expect(first.provided).toEqual([{ shopId: 361, secretKey: expect.stringMatching(/^[0-9a-f]{64}$/) }])
  const second = await prepare()
  expect(second).toMatchObject({ email: 'owner@localhost', newPassword: null, provided: [] })
  expect(await opened.engine.db.select().from(users)).toHaveLength(1)
  const [sandbox] = await opened.engine.db.select().from(shops)
  expect(sandbox?.secretKeySealed.includes(first.provided[0]?.secretKey ?? '-')).toBe(false)
})

it('connects a first live shop later, and only the first', async () => {
  const live = {
    shopId: 7,
    secretKey: 'live secret',
    gatewayUrl: 'https://g.example',
    apmUrl: 'https://a.example',
    checkoutUrl: 'https://c.example',
  }
  await prepare({ firstLiveShop: live })
  await prepare({ firstLiveShop: { ...live, shopId: 8 } })
  const rows = await opened.engine.db.select({ id: shops.id }).from(shops).orderBy(shops.id)
  expect(rows.map(({ id }) => id)).toEqual(['sandbox', 'shop-7'])
  expect((await opened.engine.db.select().from(memberships)).map(({ role }) => role)).toEqual([
    'owner',
    'owner',
  ])
})

it('refuses another sealing key at the start, by name', async () => {
  await expect(prepare({}, createSealer(randomBytes(32)))).rejects.toThrow(/^SEALING_KEY: /)
})

it('makes a forgotten password anew, and lets in who tried the old one too often', async () => {
  const { db } = opened.engine
  const person = { email: 'owner@localhost', address: '192.0.2.1' }
  for (let attempt = 0; attempt < 7; attempt++) await signIn(db, { ...person, password: 'forgotten' })
  const [before] = await db.select().from(users)
  const { email, newPassword } = await prepare({ resetPasswordOf: 'Owner@LocalHost' })
  expect(email).toBe('owner@localhost')
  expect(await signIn(db, { ...person, password: newPassword ?? '' })).toMatchObject({ ok: true })
  const [after] = await db.select().from(users)
  expect(after?.sessionVersion).toBe((before?.sessionVersion ?? 0) + 1)
  const noted = await db.select().from(activity).where(eq(activity.action, 'person.password_reset'))
  expect(noted.map(({ shopId, subject }) => [shopId, subject])).toEqual(
    expect.arrayContaining([['sandbox', after?.id]]),
  )
})

it('says that nobody signs in so, where a password is to be made anew for nobody', async () => {
  await expect(prepare({ resetPasswordOf: 'nobody@localhost' })).rejects.toThrow(
    /^RESET_PASSWORD: nobody signs in as nobody@localhost$/,
  )
})
