import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { makeRecoveryCodes } from '@/lib/core/server/accounts/codes'
import { checkPassword, hashPassword } from '@/lib/core/server/accounts/passwords'
import { makeResetLink } from '@/lib/core/server/accounts/reset-links'
import { trustBrowser } from '@/lib/core/server/accounts/second-factor'
import { beginSession } from '@/lib/core/server/accounts/sessions'
import { enterByProvider } from '@/lib/core/server/auth/oidc'
import { config, loadConfig } from '@/lib/core/server/config/config'
import { apiTokens } from '@/lib/core/server/tables/api-tokens'
import { factors, recoveryCodes, trustedBrowsers } from '@/lib/core/server/tables/factors'
import { activity } from '@/lib/core/server/tables/requests'
import {
  emailChanges,
  identities,
  memberships,
  passwordResets,
  sessions,
  users,
} from '@/lib/core/server/tables/users'
import { testApplication } from '../../testing/application'
import { eventually } from '../../testing/eventually'
import { openMailServer, useMailServer } from '../../testing/servers/mail-server'
import { otherShop } from '../../testing/shops/other-shop'

const app = testApplication()
const password = 'a password of whoever accepted'
const chief = { id: crypto.randomUUID(), email: 'chief@shop.example', name: 'Chief' }
const other = { id: crypto.randomUUID(), email: 'other@shop.example', name: 'Other' }

beforeAll(async () => {
  const settings = { DATABASE_URL: 'postgres://x', AUTH_SECRET: 'x'.repeat(32), SEALING_KEY: 'a'.repeat(64) }
  const company = {
    OIDC_PROVIDERS: 'company',
    OIDC_COMPANY_ISSUER: 'https://id.example',
    OIDC_COMPANY_CLIENT_ID: 'counterfoil',
    OIDC_COMPANY_CLIENT_SECRET: 'secret',
  }
  const { oidc } = loadConfig({ ...settings, ...company })
  config.set({ ...config.get(), oidc, hasLocalSignIn: false })
  const passwordHash = await hashPassword(password)
  await app.engine.db.insert(users).values([chief, other].map((one) => ({ ...one, passwordHash })))
})

/** Gives a person every way in, and a token, which the second shop copies. */
async function give(userId: string) {
  const { db, sealer } = app.engine
  await beginSession(db, userId, { address: '192.0.2.7', userAgent: 'A browser' })
  await trustBrowser(db, userId)
  const passkey = { id: crypto.randomUUID(), userId, kind: 'passkey', name: 'Laptop' } as const
  await db.insert(factors).values({ ...passkey, confirmedAt: sql`now()` })
  await makeRecoveryCodes({ db, sealer }, userId)
  await makeResetLink(db, { userId, createdBy: null })
  const bytes = () => Buffer.from(crypto.randomUUID())
  await db
    .insert(emailChanges)
    .values({ userId, tokenHash: bytes(), email: 'new@shop.example', expiresAt: sql`now()` })
  for (const shopId of ['sandbox', otherShop])
    await db.insert(memberships).values({ shopId, userId, role: 'owner' })
  const token = { kind: 'personal', userId, createdBy: userId, name: 'Report', start: 'x' } as const
  const hashed = { id: crypto.randomUUID(), tokenHash: bytes(), scopes: [], expiresAt: sql`now()` }
  await db.insert(apiTokens).values({ shopId: 'sandbox', ...token, ...hashed })
}

/** Counts what a person still has. */
async function waysOf(userId: string) {
  const { db } = app.engine
  const tables = [sessions, trustedBrowsers, factors, recoveryCodes, passwordResets, emailChanges]
  const counts = await Promise.all(tables.map((table) => db.$count(table, eq(table.userId, userId))))
  const tokens = await db.select().from(apiTokens).where(eq(apiTokens.userId, userId))
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  return {
    counts,
    tokens: tokens.filter(({ revokedAt }) => !revokedAt).length,
    isPasswordRight: await checkPassword(user?.passwordHash ?? null, password),
    version: user?.sessionVersion,
    roles: await db.$count(memberships, eq(memberships.userId, userId)),
  }
}

beforeEach(async () => {
  const { db } = app.engine
  for (const table of [identities, activity, sessions, trustedBrowsers, factors, recoveryCodes])
    await db.delete(table)
  for (const table of [passwordResets, emailChanges, apiTokens]) await db.delete(table)
  await db.delete(memberships).where(sql`${memberships.userId} IN (${chief.id}, ${other.id})`)
  await db.update(users).set({ sessionVersion: 1 })
  for (const { id } of [chief, other]) await give(id)
})

const enter = (signedInAs: string | null) =>
  enterByProvider({
    provider: 'company',
    profile: { sub: 'chief-at-company', email: chief.email, email_verified: true },
    address: '192.0.2.7',
    signedInAs,
  })

const all = { counts: [1, 1, 1, 10, 1, 1], tokens: 2, isPasswordRight: true, version: 1, roles: 2 }

it('asks who is signed in as the account for consent, and ends nothing', async () => {
  expect(await enter(chief.id)).toMatchObject({ kind: 'pending' })
  expect(await waysOf(chief.id)).toEqual(all)
})

it('lets in who was linked to a provider that is gone, and ends that link', async () => {
  const { db } = app.engine
  const link = { userId: chief.id, provider: 'earlier', subject: 'chief-at-earlier' }
  await db.insert(identities).values({ id: crypto.randomUUID(), ...link })
  expect(await enter(null)).toMatchObject({ kind: 'known', user: { id: chief.id, sessionVersion: 2 } })
  const left = await db.select().from(identities).where(eq(identities.userId, chief.id))
  expect(left.map(({ provider }) => provider)).toEqual(['company'])
  const entries = await db.select().from(activity).orderBy(activity.id)
  expect(entries.slice(0, 2).map(({ action, detail }) => [action, detail.provider])).toEqual([
    ['identity.linked', 'company'],
    ['identity.removed', 'earlier'],
  ])
})

it('ends every earlier way into an account that it links by the provider’s word alone', async () => {
  const smtp = await openMailServer()
  await useMailServer(app.engine, smtp.port)
  expect(await enter(other.id)).toMatchObject({ kind: 'known', user: { id: chief.id, sessionVersion: 2 } })
  const none = { counts: [0, 0, 0, 0, 0, 0], tokens: 0, isPasswordRight: false, version: 2, roles: 2 }
  expect(await waysOf(chief.id)).toEqual(none)
  expect(await waysOf(other.id)).toEqual(all)
  const entries = await app.engine.db.select().from(activity).orderBy(activity.id)
  expect(entries.map(({ action, shopId, actorId }) => [action, shopId, actorId])).toEqual([
    ['identity.linked', null, chief.id],
    ['factor.removed', null, chief.id],
    ['api_token.revoked', expect.any(String), chief.id],
    ['api_token.revoked', expect.any(String), chief.id],
    ['sign_in.succeeded', null, chief.id],
  ])
  await eventually(() => expect(smtp.mails.map(({ to }) => to)).toEqual([[chief.email]]))
  expect(smtp.mails[0]?.data).toContain('no longer works')
  // The next sign-in ends nothing more.
  await beginSession(app.engine.db, chief.id, { address: '192.0.2.7', userAgent: 'A browser' })
  expect(await enter(null)).toMatchObject({ kind: 'known', user: { sessionVersion: 2 } })
  expect(await app.engine.db.$count(sessions, eq(sessions.userId, chief.id))).toBe(1)
  await smtp.close()
})
