import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { Role } from '@/lib/core/permissions'
import { enterByProvider } from '@/lib/core/server/auth/oidc'
import { config, loadConfig } from '@/lib/core/server/config/config'
import { identities, memberships, users } from '@/lib/core/server/tables/users'
import { testApplication } from '../../testing/application'
import { otherShop } from '../../testing/shops/other-shop'

const app = testApplication()
const ada = { id: crypto.randomUUID(), email: 'ada@shop.example', name: 'Ada', passwordHash: 'none' }

beforeAll(async () => {
  const settings = { DATABASE_URL: 'postgres://x', AUTH_SECRET: 'x'.repeat(32), SEALING_KEY: 'a'.repeat(64) }
  const providers = ['company', 'partner'].flatMap((name) => {
    const of = (key: string) => `OIDC_${name.toUpperCase()}_${key}`
    const roles = 'owners=sandbox:owner, helpers=sandbox:support, it=administrator'
    return Object.entries({
      [of('ISSUER')]: `https://${name}.example`,
      [of('CLIENT_ID')]: 'counterfoil',
      [of('CLIENT_SECRET')]: 'secret',
      [of('ROLES')]: roles,
    })
  })
  const { oidc } = loadConfig({
    ...settings,
    OIDC_PROVIDERS: 'company,partner',
    ...Object.fromEntries(providers),
  })
  config.set({ ...config.get(), oidc })
  const { db } = app.engine
  await db.insert(users).values(ada)
  const link = { userId: ada.id, provider: 'company', subject: 'ada-at-company' }
  await db.insert(identities).values({ id: crypto.randomUUID(), ...link })
})

beforeEach(() => app.engine.db.delete(memberships).where(eq(memberships.userId, ada.id)))

const give = (shopId: string, role: Role, provider: string | null) =>
  app.engine.db.insert(memberships).values({ shopId, userId: ada.id, role, provider })
const enter = (groups: string[]) =>
  enterByProvider({
    provider: 'company',
    profile: { sub: 'ada-at-company', groups },
    address: '192.0.2.7',
    signedInAs: null,
  })
const rolesOf = async () =>
  (
    await app.engine.db
      .select()
      .from(memberships)
      .where(eq(memberships.userId, ada.id))
      .orderBy(memberships.shopId)
  ).map(({ shopId, role, provider }) => [shopId, role, provider])

it('takes over what a provider gave that is no longer in the settings, in the shops that it names', async () => {
  await give('sandbox', 'owner', 'earlier')
  await give(otherShop, 'manager', 'earlier')
  await enter(['owners'])
  const elsewhere = [otherShop, 'manager', 'earlier']
  expect(await rolesOf()).toEqual([['sandbox', 'owner', 'company'], elsewhere])
  await enter(['helpers'])
  expect(await rolesOf()).toEqual([['sandbox', 'support', 'company'], elsewhere])
  await enter([])
  expect(await rolesOf()).toEqual([elsewhere])
})

it.each([
  ['a person', null],
  ['another provider of the settings', 'partner'],
])('leaves what %s gave', async (_who, provider) => {
  await give('sandbox', 'owner', provider)
  await enter([])
  expect(await rolesOf()).toEqual([['sandbox', 'owner', provider]])
})

it.each([
  ['earlier', false],
  ['partner', true],
  [null, true],
])('of an administrator by %j: is kept %j', async (administratorBy, isKept) => {
  const whereAda = eq(users.id, ada.id)
  await app.engine.db.update(users).set({ isAdministrator: true, administratorBy }).where(whereAda)
  await enter([])
  const [user] = await app.engine.db.select().from(users).where(whereAda)
  expect(user?.isAdministrator).toBe(isKept)
})

it('takes over an administrator whom it names too', async () => {
  const whereAda = eq(users.id, ada.id)
  await app.engine.db.update(users).set({ isAdministrator: true, administratorBy: 'earlier' }).where(whereAda)
  await enter(['it'])
  expect(await app.engine.db.select().from(users).where(whereAda)).toMatchObject([
    { isAdministrator: true, administratorBy: 'company' },
  ])
})
