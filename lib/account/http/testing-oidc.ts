import 'server-only'
import { NextRequest } from 'next/server'
import { beforeAll, beforeEach } from 'vitest'
import { config } from '@/lib/core/server/config/config'
import {
  identities,
  pendingIdentities,
  sessions,
  signInFailures,
  users,
} from '@/lib/core/server/tables/users'
import { activity } from '@/lib/core/server/tables/requests'
import { GET, POST } from '../../../app/api/auth/[...nextauth]/route'
import type { TestApplication } from '../../testing/application'
import { openOidcProvider } from '../../testing/servers/oidc-provider'
import { opened } from '../../testing/opened'
import { cookieHeader, jar } from './testing-browser'

/** For tests: this installation at the provider. */
export const client = { id: 'counterfoil', secret: 'a-secret-of-the-client' }
/** For tests: a person with an account, and the provider's claims about her. */
export const ada = { userId: crypto.randomUUID(), email: 'ada@shop.example' }
export const claims = { sub: 'ada-at-company', email: ada.email, email_verified: true }

/**
 * For tests: signs in through a provider that the settings name twice, as `company` and `other`. Needs next/headers and
 * next-auth to be mocked (testing-browser.ts). Each test begins without cookies, identities and sessions.
 */
export function providerOf(app: TestApplication) {
  const provider = opened(() => openOidcProvider(client))
  beforeAll(async () => {
    const oidc = ['company', 'other'].map((id) => ({
      id,
      name: id,
      issuer: provider.issuer,
      clientId: client.id,
      clientSecret: client.secret,
      rolesClaim: 'groups',
      grants: [],
      demands: { acrValues: [], amr: [], maxAgeMinutes: null },
    }))
    config.set({ ...config.get(), oidc })
    await app.engine.db
      .insert(users)
      .values({ id: ada.userId, email: ada.email, name: 'Ada', passwordHash: 'none' })
  })
  beforeEach(async () => {
    jar.clear()
    const { db } = app.engine
    for (const table of [identities, pendingIdentities, activity, sessions, signInFailures])
      await db.delete(table)
    await db.update(users).set({ disabledAt: null })
  })

  const visit = async (method: 'GET' | 'POST', path: string[], rest = '', form?: Record<string, string>) => {
    const address = `${app.appUrl}/api/auth/${path.join('/')}${rest}`
    const body = form && new URLSearchParams(form).toString()
    const headers = {
      cookie: cookieHeader(),
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': '192.0.2.7',
    }
    const answer = await (method === 'GET' ? GET : POST)(
      new NextRequest(address, { method, headers, body }),
      { params: Promise.resolve({ nextauth: path }) },
    )
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    return answer
  }
  /** Begins to sign in. Returns the address at the provider that the browser is sent to. */
  const begin = async (id = 'company') => {
    const { csrfToken } = (await (await visit('GET', ['csrf'])).json()) as { csrfToken: string }
    const answer = await visit('POST', ['signin', id], '', { csrfToken, callbackUrl: '/', json: 'true' })
    return answer.headers.get('location') ?? ''
  }
  /** Comes back from the provider. Returns where the browser is sent. */
  const comeBack = async (query: Record<string, string>, id = 'company') => {
    const answer = await visit('GET', ['callback', id], `?${new URLSearchParams(query).toString()}`)
    const to = answer.headers.get('location') ?? ''
    return to.replace(app.appUrl, '').replace('/api/auth/error', '/sign-in')
  }
  const signIn = async (changes: Record<string, unknown> = {}, options = {}) => {
    const address = await begin()
    return comeBack(provider.authorize(address, { ...claims, ...changes }, options))
  }
  const records = async () =>
    (await app.engine.db.select().from(activity).orderBy(activity.id)).map(({ action, detail }) => [
      action,
      detail.reason,
      detail.provider,
    ])
  const linked = () =>
    app.engine.db
      .insert(identities)
      .values({ id: crypto.randomUUID(), userId: ada.userId, provider: 'company', subject: claims.sub })
  return { provider, visit, begin, comeBack, signIn, records, linked }
}
