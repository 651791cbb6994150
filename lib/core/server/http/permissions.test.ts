import { beforeAll, expect, it } from 'vitest'
import { fileEndpoints } from '@/lib/api-reference/files'
import { shopEndpoints } from '@/lib/api-reference/shop-endpoints'
import type { Endpoint } from '@/lib/core/api/endpoint'
import { allowances, may, roles, type Allowance, type Role } from '@/lib/core/permissions'
import type { Problem } from '@/lib/core/api/problem'
import { personHeader } from '@/lib/core/api/headers'
import { onEachEngine } from '@/lib/db/testing-engines'
import type { SignedIn } from '@/lib/core/server/auth/actor'
import { shops } from '@/lib/core/server/tables/shops'
import { memberships, users } from '@/lib/core/server/tables/users'
import { browser } from '../../../testing/browser'
import { shopless } from '../../../testing/beyond-shops'
import { findHandlers, handlers, shopPath } from '../../../testing/handlers'
import type { Handler } from '../../../testing/routes'
import { testApplication } from '../../../testing/application'

/** A person with a role, or a viewer with an allowance. */
const rightsOf = (right: Role | Allowance): { role: Role; allowances: Allowance[] } => {
  const allowance = allowances.find((one) => one === right)
  return allowance ? { role: 'viewer', allowances: [allowance] } : { role: right as Role, allowances: [] }
}

onEachEngine('who may do what through every handler', (kind) => {
  const app = testApplication(kind)
  let found: Map<string, Handler>
  const people = new Map<Role | Allowance | 'stranger', SignedIn>()

  beforeAll(async () => {
    found = await findHandlers()
    const { engine, owner } = app
    // Refused to everybody otherwise.
    await engine.db.update(shops).set({ hasTransactionQuery: true })
    for (const role of [...roles, ...allowances, 'stranger'] as const) {
      const one = {
        userId: crypto.randomUUID(),
        email: `${role}@shop.example`,
        name: role,
        provenSecondsAgo: 0,
      }
      await engine.db
        .insert(users)
        .values({ id: one.userId, email: one.email, name: role, passwordHash: 'none' })
      if (role !== 'stranger')
        await engine.db
          .insert(memberships)
          .values({ shopId: owner.shop.id, userId: one.userId, ...rightsOf(role) })
      people.set(role, one)
    }
  })

  const call = async (
    name: string,
    shop = 'sandbox',
    headers: Record<string, string> = {},
    given?: unknown,
  ) => {
    const [method = '', place = ''] = name.split(' ')
    const body = given ?? handlers[name]?.body
    const aborted = new AbortController()
    const address = `http://localhost/api/shops/${shop}${place.replace('[id]', 'prd_00')}`
    const request = new Request(address, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: aborted.signal,
    })
    const answer = await found.get(shopPath(name))?.(request, {
      params: Promise.resolve({ shop, id: 'prd_00' }),
    })
    if (!answer) throw new Error(`no handler for ${name}`)
    const stream = answer.headers.get('content-type') === 'text/event-stream'
    if (stream) aborted.abort()
    const problem = answer.ok || stream ? null : ((await answer.json()) as Problem)
    return { status: answer.status, code: problem?.code, type: answer.headers.get('content-type') }
  }

  it('leaves no handler out', () => {
    const declared = [...Object.keys(handlers).map(shopPath), ...Object.keys(shopless)]
    expect(
      [...found.keys()].sort(),
      'lib/testing/handlers.ts and beyond-shops.ts name every handler, and no other',
    ).toEqual(declared.sort())
  })

  it.each(Object.keys(handlers))('%s: nobody is 401, as a problem', async (name) => {
    browser.person = null
    expect(await call(name)).toEqual({
      status: 401,
      code: 'unauthenticated',
      type: 'application/problem+json',
    })
    expect(await call(name, 'no-such-shop')).toMatchObject({ status: 401 })
  })

  it.each(Object.keys(handlers))('%s: a page made for somebody else does not act', async (name) => {
    browser.person = people.get('owner') ?? null
    const madeFor = people.get('support')?.userId ?? ''
    expect(await call(name, 'sandbox', { [personHeader]: madeFor })).toMatchObject({
      status: 401,
      code: 'unauthenticated',
    })
  })

  it('the live stream, which has no headers of ours, is refused by its address', async () => {
    browser.person = people.get('owner') ?? null
    const { userId = '' } = browser.person ?? {}
    const hear = async (person: string) => {
      const ended = new AbortController()
      const address = `http://localhost/api/shops/sandbox/events?${personHeader}=${person}`
      const request = new Request(address, { signal: ended.signal })
      const params = Promise.resolve({ shop: 'sandbox', id: '' })
      const answer = await found.get(shopPath('GET /events'))?.(request, { params })
      ended.abort()
      return answer?.status
    }
    expect(await hear(userId)).toBe(200)
    expect(await hear(people.get('support')?.userId ?? '')).toBe(401)
  })

  it.each(Object.keys(handlers))('%s: a stranger learns not even that the shop exists', async (name) => {
    browser.person = people.get('stranger') ?? null
    const [here, nowhere] = [await call(name), await call(name, 'no-such-shop')]
    expect(here).toEqual({ status: 404, code: 'not_found', type: 'application/problem+json' })
    expect(nowhere).toEqual(here)
    expect(await call(name, 'a\0b')).toEqual(here)
  })

  it.each(
    Object.entries(handlers).flatMap(([name, { permission }]) =>
      roles.map((role) => ({ name, role, permission })),
    ),
  )('$name: $role', async ({ name, role, permission }) => {
    browser.person = people.get(role) ?? null
    const answer = await call(name)
    const refused = { status: 403, code: 'forbidden', type: 'application/problem+json' }
    expect(answer.status === 401 || answer.status === 403).toBe(!may({ role }, permission))
    expect(may({ role }, permission) ? refused : answer).toEqual(refused)
  })

  it.each(
    Object.entries(handlers).flatMap(([name, { permission }]) =>
      allowances.map((allowance) => ({ name, allowance, permission })),
    ),
  )('$name: a viewer who is allowed $allowance', async ({ name, allowance, permission }) => {
    browser.person = people.get(allowance) ?? null
    const { status } = await call(name)
    expect(status === 401 || status === 403).toBe(!may(rightsOf(allowance), permission))
  })

  it.each(Object.keys(handlers).filter((name) => !name.startsWith('GET')))(
    '%s: a request from another site changes nothing, whoever is signed in',
    async (name) => {
      browser.person = people.get('owner') ?? null
      const others = ['https://elsewhere.example', 'null', 'http://localhost'].map((origin) => ({ origin }))
      const silent = ['cross-site', 'same-site'].map((site) => ({ 'sec-fetch-site': site }))
      for (const headers of [...others, ...silent])
        expect(await call(name, 'sandbox', headers)).toMatchObject({
          status: 403,
          code: 'foreign_origin',
        })
    },
  )

  it('asks for a recent sign-in before secrets, roles, card tokens, exports of personal data and deleting', async () => {
    const owner = people.get('owner')
    const asked: string[] = []
    for (const provenSecondsAgo of [undefined, 15 * 60 + 1]) {
      browser.person = { ...owner!, provenSecondsAgo }
      for (const name of Object.keys(handlers))
        if ((await call(name)).code === 'sign_in_again') asked.push(name)
    }
    const unique = [...new Set(asked)].sort()
    expect(asked.toSorted()).toEqual([...unique, ...unique].sort())
    expect(unique).toEqual([
      'DELETE /forwarding/[id]',
      'GET /activity/export',
      'GET /checkouts/export',
      'GET /customers/export',
      'GET /export',
      'GET /notifications/export',
      'GET /payments/export',
      'POST /api-tokens',
      'POST /api-tokens/[id]/revoke',
      'POST /card-tokens/[id]/remove',
      'POST /card-tokens/[id]/reveal',
      'POST /connection/key',
      'POST /customers/[id]/anonymise',
      'POST /deletion',
      'POST /forwarding',
      'POST /forwarding/[id]/secret',
      'POST /invitations',
      'POST /invitations/[id]/new-link',
      'POST /notification-settings/endpoint-secret',
      'POST /notification-settings/rotate',
      'POST /people/[id]/enable',
      'POST /people/[id]/reset-link',
      'POST /people/[id]/role',
      'PUT /alerts/settings',
      'PUT /factor-rule',
      'PUT /notification-settings',
      'PUT /retention',
      'PUT /reveal-limit',
    ])
    const all = { ...fileEndpoints, ...Object.assign({}, ...Object.values(shopEndpoints)) } as Record<
      string,
      Endpoint
    >
    const described = Object.keys(all).filter((name) => all[name]?.isRecentSignInNeeded)
    expect(described.toSorted()).toEqual(unique)
  })

  it.each(Object.keys(handlers))('%s: who must change their password does that first', async (name) => {
    browser.person = { ...people.get('owner')!, mustChangePassword: true }
    expect(await call(name)).toMatchObject({ status: 403, code: 'password_change_needed' })
  })

  it('refuses before it reads, so that nobody learns what is wrong with the body', async () => {
    browser.person = people.get('support') ?? null
    expect(await call('POST /products', 'sandbox', {}, { constructor: 1 })).toMatchObject({ status: 403 })
    browser.person = people.get('owner') ?? null
    expect(await call('POST /products', 'sandbox', {}, { constructor: 1, toString: 2 })).toMatchObject({
      status: 422,
    })
  })
})
