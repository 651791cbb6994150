import { beforeAll, expect, it, vi } from 'vitest'
import { tokenScopes, type Permission, type TokenScope } from '@/lib/core/permissions'
import { singleton } from '@/lib/db/singleton'
import { onEachEngine } from '@/lib/db/testing-engines'
import { shopToken } from '@/lib/testing/api-tokens'
import { testApplication } from '@/lib/testing/application'
import { shopless } from '@/lib/testing/beyond-shops'
import { findHandlers, handlers, shopPath } from '@/lib/testing/handlers'
import type { Handler } from '@/lib/testing/routes'

vi.mock('@/lib/core/server/auth/actor', () => ({
  signedIn: () => Promise.reject(new Error('a request with a token was asked for its session')),
}))

const allScopes: readonly Permission[] = tokenScopes

/** They need no session. A token makes no difference there. */
const open =
  /^(GET \/(health|metrics|openapi\.json)|POST \/hooks|(GET|POST) \/auth|POST \/(sign-in|password-reset|email-change|invitations))/
/** Their own check comes first, and says nothing about tokens. */
const isClosed = (name: string) => !open.test(name)

onEachEngine('API tokens at every handler', (kind) => {
  const app = testApplication(kind)
  let found: Map<string, Handler>
  const opened = new Set<TokenScope>()
  beforeAll(async () => {
    found = await findHandlers()
  })

  const tokens = new Map<string, string>()
  const tokenWith = async (scopes: readonly Permission[]) => {
    // The limit of requests counts by token.
    singleton('api-token-windows').set(new Map())
    const key = scopes.join()
    const token = tokens.get(key) ?? (await shopToken(app.owner, { scopes: scopes as TokenScope[] })).token
    tokens.set(key, token)
    return token
  }
  const call = async (name: string, token: string) => {
    const [method = '', place = ''] = name.split(' ')
    const aborted = new AbortController()
    const body = handlers[name]?.body
    const request = new Request(`http://localhost/api/shops/sandbox${place.replace('[id]', 'prd_00')}`, {
      method,
      // A browser could be made to send these, and they say nothing about a token.
      headers: { authorization: `Bearer ${token}`, origin: 'https://elsewhere.example' },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: aborted.signal,
    })
    const params = Promise.resolve({ shop: 'sandbox', id: 'prd_00' })
    const answer = await found.get(shopless[name] ? name : shopPath(name))?.(request, { params })
    if (!answer) throw new Error(`no handler for ${name}`)
    const { code } = answer.ok ? {} : ((await answer.json()) as { code?: string })
    return { status: answer.status, code }
  }

  it.each(Object.entries(handlers))('%s', async (name, { permission }) => {
    const without = await call(name, await tokenWith(allScopes.filter((one) => one !== permission)))
    const { status, code } = await call(
      name,
      await tokenWith(allScopes.includes(permission) ? [permission] : allScopes),
    )
    const isOpen = code !== 'not_for_tokens'
    expect(without).toEqual({ status: 403, code: isOpen ? 'scope_missing' : 'not_for_tokens' })
    expect([401, 500]).not.toContain(status)
    expect(code).not.toBe('scope_missing')
    if (isOpen) opened.add(permission as TokenScope)
  })

  it('has no scope that opens nothing', () => {
    // `personal_data.read` unmasks, and these two let reports of jobs be read (lib/jobs/permissions.ts).
    const beside = ['personal_data.read', 'customers.export', 'checkouts.export']
    expect([...opened, ...beside].sort()).toEqual([...tokenScopes].sort())
  })

  it('excludes what only people may do', async () => {
    const refused: string[] = []
    const token = await tokenWith(tokenScopes)
    for (const name of Object.keys(handlers))
      if ((await call(name, token)).code === 'not_for_tokens') refused.push(name)
    expect(refused).toEqual(
      expect.arrayContaining([
        'GET /api-tokens',
        'POST /api-tokens',
        'GET /connection',
        'POST /connection/key',
        'GET /events',
        'GET /export',
        'GET /customers/export',
        'GET /people',
        'POST /people/[id]/role',
        'POST /invitations',
        'POST /customers/[id]/anonymise',
        'POST /card-tokens/[id]/reveal',
        'POST /forwarding/[id]/secret',
        'GET /notification-settings',
        'POST /products/copy',
        'GET /jobs/copies',
      ]),
    )
  })

  it.each(Object.keys(shopless).filter(isClosed))('%s refuses every token', async (name) => {
    expect(await call(name, await tokenWith(tokenScopes))).toEqual({ status: 403, code: 'not_for_tokens' })
  })
})
