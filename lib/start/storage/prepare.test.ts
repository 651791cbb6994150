import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn } from '../../core/server/accounts/sign-in'
import { alertSettings } from '../../alerts/server/tables'
import { defaultAlertRules } from '../../alerts/schema'
import { loadConfig, type Config } from '../../core/server/config/config'
import { openLog } from '../../core/server/log/log'
import { activity } from '../../core/server/tables/requests'
import { mailServer } from '../../core/server/tables/installation'
import { secretKeyContext } from '../../core/server/shop/load'
import { oldSecretKeys, shops } from '../../core/server/tables/shops'
import { memberships, users } from '../../core/server/tables/users'
import { createSealer } from '../../db/sealing'
import { openTestEngine } from '../../db/testing'
import { invitations } from '../../people/server/tables'
import { serverMigrations } from '../migrations'
import { prepareStorage } from './prepare'

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

const given = {
  shopId: 7,
  secretKey: 'live secret',
  mode: 'test' as const,
  gatewayUrl: 'https://g.example',
  apmUrl: 'https://a.example',
  checkoutUrl: 'https://c.example',
}

const prepare = (changes: Partial<Config> = {}, sealer = opened.engine.sealer) => {
  const provided: { shopId: number; secretKey: string }[] = []
  const parts = {
    config: { ...config, ...changes },
    sealer,
    provideSandboxShop: async (_db: unknown, shop: (typeof provided)[number]) => void provided.push(shop),
  }
  return prepareStorage(opened.engine.db, parts).then((prepared) => ({ ...prepared, provided }))
}

it('creates the owner and the sandbox shop once, with a one-time password', async () => {
  const first = await prepare()
  expect(first.newPassword).toMatch(/^[\w-]{16}$/)
  expect(first.provided).toEqual([{ shopId: 361, secretKey: expect.stringMatching(/^[0-9a-f]{64}$/) }])
  const second = await prepare()
  expect(second).toMatchObject({ email: 'owner@localhost', newPassword: null, provided: [] })
  expect(await opened.engine.db.select().from(users)).toMatchObject([{ mustChangePassword: true }])
  const [sandbox] = await opened.engine.db.select().from(shops)
  expect(sandbox?.secretKeySealed.includes(first.provided[0]?.secretKey ?? '-')).toBe(false)
})

it('makes the shop of the environment, and another one when it names another', async () => {
  await prepare({ environmentShop: given })
  const { lines } = await prepare({ environmentShop: { ...given, shopId: 8 } })
  expect(lines).toEqual(['SHOP_ID: made shop-8'])
  const rows = await opened.engine.db.select({ id: shops.id, mode: shops.mode }).from(shops).orderBy(shops.id)
  expect(rows.map(({ id, mode }) => `${id} ${mode}`)).toEqual([
    'sandbox sandbox',
    'shop-7 test',
    'shop-8 test',
  ])
  expect((await opened.engine.db.select().from(memberships)).map(({ role }) => role)).toEqual([
    'owner',
    'owner',
    'owner',
  ])
})

it('applies changed environment settings, and keeps the old key as evidence', async () => {
  const { db, sealer } = opened.engine
  const changed = { ...given, secretKey: 'rotated', apmUrl: 'https://b.example' }
  expect((await prepare({ environmentShop: given })).lines).toEqual([])
  expect((await prepare({ environmentShop: changed })).lines).toEqual([
    'SHOP_SECRET_KEY: applied to shop-7; its old key counts for notifications for 7 more days',
    'APM_URL: applied to shop-7',
  ])
  expect((await prepare({ environmentShop: changed })).lines).toEqual([])
  const [shop] = await db.select().from(shops).where(eq(shops.id, 'shop-7'))
  expect([shop?.apmUrl, sealer.unseal(shop!.secretKeySealed, secretKeyContext('shop-7'))]).toEqual([
    'https://b.example',
    'rotated',
  ])
  const [old] = await db.select().from(oldSecretKeys)
  expect(sealer.unseal(old!.keySealed, secretKeyContext('shop-7'))).toBe('live secret')
})

it('does not apply them to values entered by a person, and reports each', async () => {
  const { db } = opened.engine
  const [person] = await db.select().from(users)
  const byPerson = { secretKeySetBy: person!.id, areAddressesEntered: true }
  await db.update(shops).set(byPerson).where(eq(shops.id, 'shop-7'))
  const before = await db.select().from(shops).where(eq(shops.id, 'shop-7'))
  const { lines } = await prepare({
    environmentShop: {
      ...given,
      secretKey: 'third',
      apmUrl: 'https://b.example',
      checkoutUrl: 'https://d.example',
    },
  })
  expect(lines).toEqual([
    'SHOP_SECRET_KEY: not applied to shop-7, because a person entered its key; unset it, or change the key there',
    'CHECKOUT_URL: not applied to shop-7, because a person entered its addresses; unset it, or change them there',
  ])
  expect(await db.select().from(shops).where(eq(shops.id, 'shop-7'))).toEqual(before)
})

it('starts while a shop is being deleted, and does not make it anew meanwhile', async () => {
  const { db } = opened.engine
  const whereShop = eq(shops.id, 'shop-8')
  await db
    .update(shops)
    .set({ deletedAt: new Date(), secretKeySealed: Buffer.alloc(0) })
    .where(whereShop)
  const { lines } = await prepare({ environmentShop: { ...given, shopId: 8 } })
  expect(lines).toEqual(['SHOP_ID: shop-8 is still being deleted; start again later to make it anew'])
  expect(await db.select().from(shops).where(whereShop)).toMatchObject([{ secretKeySealed: Buffer.alloc(0) }])
})

it('starts while the sandbox’s shop is being deleted, and creates it afterwards', async () => {
  const { db } = opened.engine
  const whereShop = eq(shops.id, 'sandbox')
  const [before] = await db.select().from(shops).where(whereShop)
  const hidden = { deletedAt: new Date(), secretKeySealed: Buffer.alloc(0) }
  await db.update(shops).set(hidden).where(whereShop)
  const line = 'SANDBOX: the shop sandbox is still being deleted; start again later to make it anew'
  expect(await prepare()).toMatchObject({ provided: [], lines: [line] })
  expect(await db.select().from(shops).where(whereShop)).toMatchObject([hidden])
  await db.update(shops).set(before!).where(whereShop)
  expect(await prepare()).toMatchObject({ provided: [], lines: [] })
})

it('prints effective mail settings, and what prevents mails', async () => {
  const { db } = opened.engine
  const server = { host: 'mail.example', port: 587, encryption: 'starttls', user: '', password: '' } as const
  const none = { server: null, senderName: null, senderAddress: null }
  await db.insert(alertSettings).values({ shopId: 'shop-7', rules: defaultAlertRules, mailEnabled: true })
  expect((await prepare({ mail: none })).lines).toEqual([
    'SMTP_HOST: is not set; alerts of shop-7 wait for up to a day for a mail server, set here or in the installation settings',
  ])
  // An archived shop sends no alerts.
  const archive = (archivedAt: Date | null) =>
    db.update(shops).set({ archivedAt }).where(eq(shops.id, 'shop-7')) // prettier-ignore
  await archive(new Date())
  expect((await prepare({ mail: none })).lines).toEqual([])
  await archive(null)
  expect((await prepare({ mail: { ...none, server } })).lines).toEqual([
    'SMTP_FROM: is missing; no mail is sent until a sender is set, here or in the installation settings',
  ])
  await db.insert(mailServer).values({ id: 1, host: 'mail.other.example', senderAddress: 'a@other.example' })
  expect((await prepare({ mail: { ...none, server, senderAddress: 'a@shop.example' } })).lines).toEqual([
    'SMTP_HOST: applied; mail.other.example of the installation settings is not used',
    'SMTP_FROM: applied; a@other.example of the installation settings is not used',
  ])
  expect((await prepare({ mail: none })).lines).toEqual([])
})

it('refuses another sealing key at the start, and names the setting', async () => {
  await expect(prepare({}, createSealer(randomBytes(32)))).rejects.toThrow(/^SEALING_KEY: /)
  const sealingKeySource = 'DATA_DIR: the key in /data/secrets.json'
  await expect(prepare({ sealingKeySource }, createSealer(randomBytes(32)))).rejects.toThrow(
    /^DATA_DIR: the key in \/data\/secrets.json is not the key/,
  )
})

it('resets a forgotten password, and lifts the limit on attempts with the old one', async () => {
  const { db } = opened.engine
  const browsers = { cookie: undefined, secret: config.authSecret }
  const person = { email: 'owner@localhost', address: '192.0.2.1', browsers }
  for (let attempt = 0; attempt < 7; attempt++) await signIn(db, { ...person, password: 'forgotten' })
  const [before] = await db.select().from(users)
  const { email, newPassword } = await prepare({ resetPasswordOf: 'Owner@LocalHost' })
  expect(email).toBe('owner@localhost')
  expect(await signIn(db, { ...person, password: newPassword ?? '' })).toMatchObject({ isSignedIn: true })
  const [after] = await db.select().from(users)
  expect(after?.sessionVersion).toBe((before?.sessionVersion ?? 0) + 1)
  const noted = await db.select().from(activity).where(eq(activity.action, 'person.password_reset'))
  // Of the installation, too: an administrator may be in no shop.
  const places = [['sandbox', after?.id], [null, after?.id]] // prettier-ignore
  expect(noted.map(({ shopId, subject }) => [shopId, subject])).toEqual(expect.arrayContaining(places))
})

it('fails if the account whose password to reset does not exist', async () => {
  await expect(prepare({ resetPasswordOf: 'nobody@localhost' })).rejects.toThrow(
    /^RESET_PASSWORD: nobody signs in as nobody@localhost$/,
  )
})

it('normalises addresses, and reports accounts with the same one', async () => {
  const { db } = opened.engine
  const lines: string[] = []
  openLog('info', { write: (line) => void lines.push(line) })
  const [passwordHash, name] = ['-', 'Somebody']
  const at = (day: number) => new Date(Date.UTC(2026, 0, day))
  const made = [
    { email: 'Zoe@Shop.example', lastSignInAt: null },
    { email: 'ＡＤＡ@shop.example', lastSignInAt: at(2) },
    { email: 'Ada@shop.example', lastSignInAt: at(3) },
    { email: 'İris@shop.example', lastSignInAt: null },
    { email: 'iris@shop.example', lastSignInAt: null },
  ].map((one) => ({ id: uuidv7(), name, passwordHash, ...one }))
  await db.insert(users).values(made)
  const [owner] = await db.select().from(users).where(eq(users.name, 'Owner'))
  const invited = ['Nia@shop.example', 'ＮＩＡ@shop.example'].map((email, n) => ({
    shopId: 'sandbox',
    id: uuidv7(),
    tokenHash: Buffer.from(email),
    email,
    name,
    role: 'support' as const,
    createdBy: owner?.id ?? '',
    createdAt: at(n + 1),
    expiresAt: at(20),
  }))
  await db.insert(invitations).values(invited)

  for (const _start of [1, 2]) await prepare()
  const stored = await db.select().from(users).where(eq(users.name, name)).orderBy(users.id)
  expect(stored.map(({ email }) => email)).toEqual([
    'zoe@shop.example',
    'ＡＤＡ@shop.example',
    'ada@shop.example',
    'i\u0307ris@shop.example',
    'iris@shop.example',
  ])
  const warnings = lines.filter((line) => line.includes('same e-mail address'))
  expect(warnings).toHaveLength(3) // Duplicate accounts are reported at both starts, duplicate invitations at the first.
  expect(JSON.parse(warnings[0] ?? '')).toMatchObject({
    account: 'ada@shop.example',
    signs_in: made[2]?.id,
    cannot_sign_in: [made[1]?.id],
  })
  const open = await db.select().from(invitations).orderBy(invitations.createdAt)
  expect(open.map(({ email, revokedAt }) => [email, revokedAt !== null])).toEqual([
    ['Nia@shop.example', true],
    ['nia@shop.example', false],
  ])
})
