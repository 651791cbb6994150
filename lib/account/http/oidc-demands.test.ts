import { beforeEach, expect, it, vi } from 'vitest'
import { config } from '@/lib/core/server/config/config'
import type { Demands } from '@/lib/core/server/config/oidc'
import { signedIn } from '@/lib/core/server/auth/actor'
import { testApplication } from '../../testing/application'
import { providerOf } from './testing-oidc'

vi.unmock('@/lib/core/server/auth/actor')
/** Mocked, because they need Next's request scope. Everything behind them is real. */
vi.mock('next/headers', async () => (await import('./testing-browser')).nextHeaders)
vi.mock('next-auth', async () => (await import('./testing-browser')).nextAuth)

const app = testApplication()
const { begin, signIn, records, linked } = providerOf(app)
const now = () => Math.floor(Date.now() / 1000)
const strong = 'https://id.example/acr/two-factors'
const minute = 60

/** Only for the provider `company`. */
const demand = (demands: Partial<Demands>) => {
  const none = { acrValues: [], amr: [], maxAgeMinutes: null }
  const [company, ...others] = config.get().oidc
  if (!company) throw new Error('no provider')
  config.set({ ...config.get(), oidc: [{ ...company, demands: { ...none, ...demands } }, ...others] })
}
beforeEach(() => demand({}))

it('asks the provider for what the settings demand', async () => {
  demand({ acrValues: [strong, 'gold'], amr: ['mfa'], maxAgeMinutes: 15 })
  const asked = new URL(await begin()).searchParams
  expect(asked.get('acr_values')).toBe(`${strong} gold`)
  expect(asked.get('max_age')).toBe('900')
  const ofOther = new URL(await begin('other')).searchParams
  expect([ofOther.get('acr_values'), ofOther.get('max_age')]).toEqual([null, null])
})

it.each<[string, Partial<Demands>, Record<string, unknown>]>([
  ['nothing is demanded', {}, {}],
  ['one of the levels', { acrValues: ['gold', strong] }, { acr: strong }],
  ['all of the methods, and more', { amr: ['mfa', 'hwk'] }, { amr: ['pwd', 'hwk', 'mfa'] }],
  ['a sign-in of a moment ago', { maxAgeMinutes: 15 }, { auth_time: now() - 14 * minute }],
  ['a clock that is a little ahead', { maxAgeMinutes: 15 }, { auth_time: now() + 30 }],
])('lets in: %s', async (_name, demands, said) => {
  await linked()
  demand(demands)
  expect(await signIn(said)).toBe('/')
  expect(await signedIn()).not.toBeNull()
})

it.each<[string, Partial<Demands>, Record<string, unknown>, 'weak' | 'stale']>([
  ['another level', { acrValues: [strong] }, { acr: 'silver' }, 'weak'],
  ['no level', { acrValues: [strong] }, {}, 'weak'],
  ['a level that only begins alike', { acrValues: [strong] }, { acr: `${strong}-not` }, 'weak'],
  ['a level that is no text', { acrValues: [strong] }, { acr: [strong] }, 'weak'],
  ['one of two methods', { amr: ['mfa', 'hwk'] }, { amr: ['mfa'] }, 'weak'],
  ['no methods', { amr: ['mfa'] }, {}, 'weak'],
  ['methods as text', { amr: ['mfa'] }, { amr: 'mfa' }, 'weak'],
  ['a sign-in of an hour ago', { maxAgeMinutes: 15 }, { auth_time: now() - 60 * minute }, 'stale'],
  ['no time', { maxAgeMinutes: 15 }, {}, 'stale'],
  ['a time in the future', { maxAgeMinutes: 15 }, { auth_time: now() + 60 * minute }, 'stale'],
  ['the level, but of an hour ago', { acrValues: [strong], maxAgeMinutes: 15 }, { acr: strong, auth_time: now() - 60 * minute }, 'stale'],
])('refuses %s, and records why', async (_name, demands, said, reason) => {
  await linked()
  demand(demands)
  expect(await signIn(said)).toBe(`/sign-in?error=provider_${reason}`)
  expect(await signedIn()).toBeNull()
  expect(await records()).toEqual([['sign_in.failed', `provider_${reason}`, 'company']])
}) // prettier-ignore
