import { expect, it, vi } from 'vitest'
import { forgetFailures } from '@/lib/core/server/accounts/sign-in-limits'
import { signedIn } from '@/lib/core/server/auth/actor'
import { pendingIdentities } from '@/lib/core/server/tables/users'
import { testApplication } from '../../testing/application'
import { jar } from './testing-browser'
import { ada, claims, providerOf } from './testing-oidc'

vi.unmock('@/lib/core/server/auth/actor')
/** Mocked, because they need Next's request scope. Everything behind them is real. */
vi.mock('next/headers', async () => (await import('./testing-browser')).nextHeaders)
vi.mock('next-auth', async () => (await import('./testing-browser')).nextAuth)

const app = testApplication()
const { provider, visit, begin, comeBack, signIn, records, linked } = providerOf(app)
const seconds = Math.floor(Date.now() / 1000)

it.each([
  [
    'an e-mail that is not verified',
    { email_verified: false },
    '/sign-in?error=provider_unverified',
    'unverified',
  ],
  [
    'an e-mail that is not verified, in text',
    { email_verified: 'false' },
    '/sign-in?error=provider_unverified',
    'unverified',
  ],
  [
    'an e-mail of which nothing is said',
    { email_verified: undefined },
    '/sign-in?error=provider_unverified',
    'unverified',
  ],
  ['no e-mail', { email: undefined }, '/sign-in?error=provider_unverified', 'unverified'],
  [
    'an e-mail without an account',
    { email: 'zoe@shop.example' },
    '/sign-in?error=provider_no_account',
    'no_account',
  ],
  ['another issuer', { iss: 'https://elsewhere.example' }, '/sign-in?error=OAuthCallback', 'wrong_issuer'],
  ['another audience', { aud: 'another-client' }, '/sign-in?error=OAuthCallback', 'wrong_audience'],
  ['another nonce', { nonce: 'x'.repeat(43) }, '/sign-in?error=OAuthCallback', 'wrong_nonce'],
  ['no nonce', { nonce: undefined }, '/sign-in?error=OAuthCallback', 'wrong_nonce'],
  [
    'a token of a clock an hour behind',
    { iat: seconds - 3600, exp: seconds - 3540 },
    '/sign-in?error=OAuthCallback',
    'wrong_time',
  ],
  [
    'a token of a clock an hour ahead',
    { nbf: seconds + 3600, exp: seconds + 3660 },
    '/sign-in?error=OAuthCallback',
    'wrong_time',
  ],
  ['a token that has expired', { exp: 1_000_000_000 }, '/sign-in?error=OAuthCallback', 'wrong_time'],
])('refuses %s, with one line in log and activity', async (_name, changes, to, reason) => {
  const before = app.logged().length
  expect(await signIn(changes)).toContain(to)
  expect(await signedIn()).toBeNull()
  expect(await app.engine.db.$count(pendingIdentities)).toBe(0)
  expect(await records()).toEqual([['sign_in.failed', `provider_${reason}`, 'company']])
  const lines = app
    .logged()
    .slice(before)
    .split('\n')
    .filter((line) => line.includes('sign_in.failed'))
  expect(lines).toHaveLength(1)
  // Repeated, it is logged each time and recorded once.
  await signIn(changes)
  expect(await records()).toHaveLength(1)
})

it('refuses a token that somebody else signed', async () => {
  await linked()
  expect(await signIn({}, { isForeign: true })).toContain('error=OAuthCallback')
  expect(await records()).toEqual([['sign_in.failed', 'provider_wrong_signature', 'company']])
})

it.each([
  ['without a signature', { alg: 'none' }, false],
  ['signed with the secret of the client', { alg: 'HS256' }, false],
  ['that names keys of its own', { kid: 'two', jku: 'foreign-keys' }, true],
])('refuses a token %s', async (_name, { jku, ...header }: Record<string, string>, isForeign) => {
  await linked()
  const named = jku ? { ...header, jku: `${provider.issuer}/${jku}` } : header
  expect(await signIn({}, { isForeign, header: named })).toContain('error=OAuthCallback')
  expect(await signedIn()).toBeNull()
  expect(await records()).toEqual([['sign_in.failed', expect.stringMatching(/^provider_/), 'company']])
})

it('refuses an answer that this browser did not ask for, and one that came before', async () => {
  await linked()
  const address = await begin()
  const back = provider.authorize(address, claims)
  expect(await comeBack({ ...back, state: 'x'.repeat(43) })).toContain('error=OAuthCallback')
  const stolen = provider.authorize(await begin(), claims)
  jar.clear()
  expect(await comeBack(stolen)).toContain('error=OAuthCallback')
  const used = provider.authorize(await begin(), claims)
  expect(await comeBack(used)).toBe('/')
  expect(await comeBack(used)).toContain('error=OAuthCallback')
  await forgetFailures(app.engine.db, ada.email)
  // The same subject at another provider is another person.
  jar.clear()
  const other = provider.authorize(await begin('other'), { ...claims, email_verified: false })
  expect(await comeBack(other, 'other')).toBe('/sign-in?error=provider_unverified')
})

it('knows no other provider', async () => {
  const answer = await visit('GET', ['callback', 'nobody'])
  expect(answer.status).toBe(404)
})
