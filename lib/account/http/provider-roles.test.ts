import { and, eq, isNull } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeResetLink } from '@/lib/core/server/accounts/reset-links'
import { isLocalSignInOn, reasonForLocalSignIn } from '@/lib/core/server/auth/local-sign-in'
import { enterByProvider } from '@/lib/core/server/auth/oidc'
import { authOptions } from '@/lib/core/server/auth/options'
import { visitOf } from '@/lib/core/server/auth/visit'
import { config, loadConfig, type Config } from '@/lib/core/server/config/config'
import {
  identities,
  memberships,
  passwordResets,
  pendingIdentities,
  users,
} from '@/lib/core/server/tables/users'
import { apiTokens } from '@/lib/core/server/tables/api-tokens'
import { installation } from '@/lib/core/server/tables/installation'
import { activity } from '@/lib/core/server/tables/requests'
import { changeRole, disablePerson } from '@/lib/people/server/people'
import { testApplication } from '../../testing/application'
import { eventually } from '../../testing/eventually'
import { openMailServer, useMailServer } from '../../testing/servers/mail-server'
import { otherShop } from '../../testing/shops/other-shop'

const app = testApplication()
const ada = { id: crypto.randomUUID(), email: 'ada@shop.example', name: 'Ada', passwordHash: 'none' }
const company = {
  OIDC_PROVIDERS: 'company',
  OIDC_COMPANY_ISSUER: 'https://id.example',
  OIDC_COMPANY_CLIENT_ID: 'counterfoil',
  OIDC_COMPANY_CLIENT_SECRET: 'secret',
  OIDC_COMPANY_ROLES_CLAIM: 'realm.roles',
  OIDC_COMPANY_ROLES: `/office/owners=sandbox:owner, helpers=sandbox:support, helpers=${otherShop}:viewer, it=a:b=administrator, gone=shop-99:owner`,
}
const settings = { DATABASE_URL: 'postgres://x', AUTH_SECRET: 'x'.repeat(32), SEALING_KEY: 'a'.repeat(64) }
let whole: Config

beforeAll(async () => {
  whole = { ...config.get(), oidc: loadConfig({ ...settings, ...company }).oidc }
  await app.engine.db.insert(users).values(ada)
})
beforeEach(async () => {
  config.set(whole)
  const { db } = app.engine
  for (const table of [identities, pendingIdentities, activity, installation]) await db.delete(table)
  await db.delete(memberships).where(eq(memberships.userId, ada.id))
  await db.update(users).set({ isAdministrator: false, administratorBy: null }).where(eq(users.id, ada.id))
})
afterEach(() => config.set(whole))

const link = (userId = ada.id) =>
  app.engine.db
    .insert(identities)
    .values({ id: crypto.randomUUID(), userId, provider: 'company', subject: 'ada-at-company' })
const enter = (roles: unknown, more = {}) =>
  enterByProvider({
    provider: 'company',
    profile: { sub: 'ada-at-company', realm: { roles }, ...more },
    address: '192.0.2.7',
    signedInAs: null,
  })
const rolesOf = async (userId = ada.id) =>
  (
    await app.engine.db
      .select()
      .from(memberships)
      .where(eq(memberships.userId, userId))
      .orderBy(memberships.shopId)
  ).map(({ shopId, role, provider }) => [shopId, role, provider])
const isAdministrator = async (id = ada.id) =>
  (await app.engine.db.select().from(users).where(eq(users.id, id)))[0]?.isAdministrator
const records = async () =>
  (await app.engine.db.select().from(activity).orderBy(activity.id))
    .filter(({ action }) => action !== 'sign_in.succeeded')
    .map(({ action, shopId, detail: { from, to } }) => [action, shopId, from, to])

describe('roles from a claim', () => {
  beforeEach(() => link())

  it('are given, changed and taken back at each sign-in, in the shops that the settings name', async () => {
    await enter(['helpers', 'unknown', 7])
    expect(await rolesOf()).toEqual([
      ['sandbox', 'support', 'company'],
      [otherShop, 'viewer', 'company'],
    ])
    await enter(['helpers', '/office/owners'])
    expect(await rolesOf()).toEqual([
      ['sandbox', 'owner', 'company'],
      [otherShop, 'viewer', 'company'],
    ])
    await enter('/office/owners')
    expect(await rolesOf()).toEqual([['sandbox', 'owner', 'company']])
    await enter(undefined)
    expect(await rolesOf()).toEqual([])
    expect(await records()).toEqual([
      ['person.role_changed', 'sandbox', null, 'support'],
      ['person.role_changed', otherShop, null, 'viewer'],
      ['person.role_changed', 'sandbox', 'support', 'owner'],
      ['person.role_changed', otherShop, 'viewer', null],
      ['person.role_changed', 'sandbox', 'owner', null],
    ])
  })

  it.each([
    ['https://shop.example/roles', { 'https://shop.example/roles': ['helpers'] }],
    ['access.my.office.roles', { access: { 'my.office': { roles: ['helpers'] } } }],
    ['constructor.name', { constructor: { name: 'helpers' } }],
  ])('are found where the name of the claim is %s', async (name, more) => {
    config.set({ ...whole, oidc: whole.oidc.map((one) => ({ ...one, rolesClaim: name })) })
    await enter(undefined, more)
    expect(await rolesOf()).toEqual([
      ['sandbox', 'support', 'company'],
      [otherShop, 'viewer', 'company'],
    ])
    await enter(undefined)
    expect(await rolesOf()).toEqual([])
  })

  it('leave what a person gave, changed or disabled', async () => {
    await app.engine.db.insert(memberships).values({ shopId: 'sandbox', userId: ada.id, role: 'viewer' })
    await enter(['/office/owners'])
    expect(await rolesOf()).toEqual([['sandbox', 'viewer', null]])
    await app.engine.db.delete(memberships).where(eq(memberships.userId, ada.id))
    await enter(['helpers'])
    await changeRole(app.owner, ada.id, { role: 'manager', allowances: [] })
    await enter([])
    expect(await rolesOf()).toEqual([['sandbox', 'manager', null]])
    await app.engine.db.delete(memberships).where(eq(memberships.userId, ada.id))
    await enter(['helpers'])
    await disablePerson(app.owner, ada.id)
    await enter(['/office/owners'])
    const whereMembership = and(eq(memberships.shopId, 'sandbox'), eq(memberships.userId, ada.id))
    const [row] = await app.engine.db.select().from(memberships).where(whereMembership)
    expect(row).toMatchObject({ role: 'support', disabledAt: expect.any(Date) })
  })

  it('that are taken back end the links and tokens that the person made', async () => {
    const colleague = crypto.randomUUID()
    const account = { email: `${colleague}@shop.example`, name: 'Bea', passwordHash: 'none' }
    await app.engine.db.insert(users).values({ id: colleague, ...account })
    await enter(['/office/owners'])
    await makeResetLink(app.engine.db, { userId: colleague, createdBy: ada.id })
    const token = { id: crypto.randomUUID(), tokenHash: Buffer.from(ada.id), start: 'x', name: 'Report' }
    const held = { shopId: 'sandbox', kind: 'personal', userId: ada.id, createdBy: ada.id } as const
    await app.engine.db.insert(apiTokens).values({ ...token, ...held, scopes: [], expiresAt: new Date() })
    await enter([])
    const isOpen = and(
      eq(apiTokens.shopId, 'sandbox'),
      eq(apiTokens.userId, ada.id),
      isNull(apiTokens.revokedAt),
    )
    expect(await app.engine.db.$count(apiTokens, isOpen)).toBe(0)
    expect(await app.engine.db.$count(passwordResets, eq(passwordResets.createdBy, ada.id))).toBe(0)
  })

  it('never take the last owner from a shop, and report it', async () => {
    await enter(['/office/owners'])
    const whereOwner = and(eq(memberships.shopId, 'sandbox'), eq(memberships.userId, app.owner.actor.userId))
    await app.engine.db.update(memberships).set({ role: 'manager' }).where(whereOwner)
    await enter([])
    await enter(['helpers'])
    expect((await rolesOf())[0]).toEqual(['sandbox', 'owner', 'company'])
    expect((await records()).filter(([action]) => action === 'person.role_kept')).toEqual([
      ['person.role_kept', 'sandbox', null, 'owner'],
      ['person.role_kept', 'sandbox', 'support', 'owner'],
    ])
    await app.engine.db.update(memberships).set({ role: 'owner' }).where(whereOwner)
    await enter(['helpers'])
    expect((await rolesOf())[0]).toEqual(['sandbox', 'support', 'company'])
  })

  it('make an administrator once when a person signs in twice at once', async () => {
    await Promise.all([enter(['it=a:b']), enter(['it=a:b'])])
    expect(await isAdministrator()).toBe(true)
    await Promise.all([enter([]), enter([])])
    expect(await isAdministrator()).toBe(false)
    expect(await records()).toEqual([
      ['person.administrator_changed', null, false, true],
      ['person.administrator_changed', null, true, false],
    ])
  })

  it('make administrators, and never take the last one', async () => {
    await enter(['it=a:b'])
    expect(await isAdministrator()).toBe(true)
    await enter([])
    expect(await isAdministrator()).toBe(false)
    await enter(['it=a:b'])
    const whereOther = eq(users.id, app.owner.actor.userId)
    await app.engine.db.update(users).set({ isAdministrator: false }).where(whereOther)
    await enter([])
    expect(await isAdministrator()).toBe(true)
    await app.engine.db.update(users).set({ isAdministrator: true, administratorBy: null })
    await enter([])
    expect(await isAdministrator()).toBe(true)
    expect((await records()).map(([action]) => action)).toEqual([
      'person.administrator_changed',
      'person.administrator_changed',
      'person.administrator_changed',
      'person.administrator_kept',
    ])
  })
})

it.each([
  ['one', 'OIDC_COMPANY_ROLES: must be value=shop:role or value=administrator, separated by commas'],
  [
    'a=sandbox:king',
    'OIDC_COMPANY_ROLES: must be value=shop:role or value=administrator, separated by commas',
  ],
  [
    'a=sandbox:owner,',
    'OIDC_COMPANY_ROLES: must be value=shop:role or value=administrator, separated by commas',
  ],
])('refuses the setting %j in one line', (OIDC_COMPANY_ROLES, message) => {
  expect(() => loadConfig({ ...settings, ...company, OIDC_COMPANY_ROLES })).toThrow(message)
})

describe('with local sign-in off', () => {
  beforeEach(() => config.set({ ...whole, hasLocalSignIn: false }))

  const signInLocally = async () => {
    const visit = visitOf(new Request('http://localhost/'))
    const provider = authOptions(visit).providers[0]?.options as unknown as {
      authorize: (input: object) => Promise<unknown>
    }
    const { email } = app.owner.actor
    const attempts = [{ email, password: 'correct horse' }, { passkey: '{}' }]
    return Promise.all(
      attempts.map((input) => provider.authorize(input).catch((error: unknown) => String(error))),
    )
  }
  const refusals = async () =>
    (await app.engine.db.select().from(activity)).filter(
      ({ detail }) => detail.reason === 'local_sign_in_off',
    )

  it('neither passwords nor passkeys count, and the answer says so, with a line in the log each time and one activity', async () => {
    const before = app.logged().length
    expect(await signInLocally()).toEqual(Array(2).fill('Error: provider_only'))
    expect(await refusals()).toHaveLength(1)
    const lines = app
      .logged()
      .slice(before)
      .split('\n')
      .filter((line) => line.includes('local_sign_in_off'))
    expect(lines).toHaveLength(2)
  })

  it('an operator opens it for a time', async () => {
    const open = (localSignInUntil: Date) =>
      app.engine.db
        .insert(installation)
        .values({ id: 1, localSignInUntil })
        .onConflictDoUpdate({ target: installation.id, set: { localSignInUntil } })
    await open(new Date(Date.now() + 60_000))
    expect(await isLocalSignInOn()).toBe(true)
    await open(new Date(Date.now() - 1000))
    expect(await isLocalSignInOn()).toBe(false)
  })

  it('a verified e-mail links an account that nothing is linked to, and no other', async () => {
    const verified = { email: ada.email, email_verified: true }
    expect(await enter([], { ...verified, email_verified: false })).toMatchObject({ kind: 'refused' })
    expect(await enter(['helpers'], verified)).toMatchObject({ kind: 'known', user: { id: ada.id } })
    expect((await records()).map(([action]) => action).slice(0, 2)).toEqual([
      'sign_in.failed',
      'identity.linked',
    ])
    expect((await rolesOf())[0]).toEqual(['sandbox', 'support', 'company'])
    expect(await enter([], { ...verified, sub: 'somebody-else' })).toMatchObject({ kind: 'pending' })
  })

  it('an account is linked once by two sign-ins at once, and its owner is told', async () => {
    const smtp = await openMailServer()
    await useMailServer(app.engine, smtp.port)
    const verified = { email: ada.email, email_verified: true }
    const known = { kind: 'known', user: { id: ada.id } }
    expect(await Promise.all([enter([], verified), enter([], verified)])).toMatchObject([known, known])
    expect((await records()).map(([action]) => action)).toEqual(['identity.linked'])
    await eventually(() => expect(smtp.mails.map(({ to }) => to)).toEqual([[ada.email]]))
    expect(smtp.mails[0]?.data).toContain('Subject: A new way to sign in')
    await smtp.close()
  })
})

it('stays on if no provider works or nobody is linked to one', async () => {
  const { db } = app.engine
  expect(await reasonForLocalSignIn(db, whole, ['company'])).toBe('no provider works')
  const none = 'no owner and no administrator is linked to a provider that works'
  expect(await reasonForLocalSignIn(db, whole, [])).toBe(none)
  await link()
  expect(await reasonForLocalSignIn(db, whole, [])).toBe(none)
  await db.delete(identities)
  await link(app.owner.actor.userId)
  expect(await reasonForLocalSignIn(db, whole, [])).toBeNull()
  expect(() => loadConfig({ ...settings, LOCAL_SIGN_IN: 'off' })).toThrow(
    'OIDC_PROVIDERS: is required with LOCAL_SIGN_IN=off',
  )
})
