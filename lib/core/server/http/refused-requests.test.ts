import { beforeEach, expect, it } from 'vitest'
import type { Problem } from '@/lib/core/api/problem'
import { onEachEngine } from '@/lib/db/testing-engines'
import { browser } from '../../../testing/browser'
import { testApplication } from '../../../testing/application'
import { paper, productsAt } from './testing'

onEachEngine('the application over HTTP', (kind) => {
  const app = testApplication(kind)
  const { api, make, countAtGateway } = productsAt(app)
  beforeEach(() => {
    browser.person = app.owner.actor
  })

  it.each<[string, unknown, number, string[]]>([
    ['no JSON', '{"name":', 400, []],
    ['an unknown field', { ...paper, colour: 'red' }, 422, ['colour']],
    ['no amount', { ...paper, amount: undefined }, 422, ['amount']],
    ['an amount of 0', { ...paper, amount: 0 }, 422, ['amount']],
    ['a fraction', { ...paper, amount: 12.5 }, 422, ['amount']],
    ['an amount beyond the safe range', { ...paper, amount: '90071992547409931' }, 422, ['amount']],
    ['an unknown currency', { ...paper, currency: 'XXQ' }, 422, ['currency']],
    ['no quantity', { ...paper, quantity: undefined }, 422, ['quantity']],
    ['a quantity with infinite', { ...paper, infinite: true }, 422, ['quantity']],
    ['no expiry', { ...paper, immortal: false }, 422, ['expired_at']],
    [
      'an expiry without a zone',
      { ...paper, immortal: false, expired_at: '2027-01-01T10:00:00' },
      422,
      ['expired_at'],
    ],
    [
      'the 31st of February',
      { ...paper, immortal: false, expired_at: '2027-02-31T10:00:00+01:00' },
      422,
      ['expired_at'],
    ],
    ['a bad address', { ...paper, return_url: 'javascript:alert(1)' }, 422, ['return_url']],
    ['an unknown buyer field', { ...paper, visible_fields: ['shoe_size'] }, 422, ['visible_fields.0']],
    ['a name of spaces', { ...paper, name: '  ' }, 422, ['name']],
  ])('refuses a product with %s and writes nothing', async (_name, body, status, fields) => {
    const before = await countAtGateway()
    const answer = await make(body)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    const problem = (await answer.json()) as Problem
    expect(Object.keys(problem.errors ?? {}).sort()).toEqual(fields)
    expect(await countAtGateway()).toBe(before)
  })

  it('prevents prototype pollution', async () => {
    const more = '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}'
    expect((await make(JSON.stringify(paper).replace('{', `{${more},`))).status).toBe(422)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  it('refuses a body that is too large, unread', async () => {
    expect((await make({ ...paper, description: 'x'.repeat(300_000) })).status).toBe(413)
  })

  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])(
    'answers unknown addresses with a problem: %s',
    async (method) => {
      for (const path of ['/nonsense', '/products/prd_1/more', '/../../unknown']) {
        const answer = await api(path, { method })
        expect(answer.status).toBe(404)
        expect(answer.headers.get('content-type')).toBe('application/problem+json')
        expect(((await answer.json()) as Problem).code).toBe('not_found')
      }
    },
  )

  it.each([
    ['PUT', '/products', 'GET, HEAD, POST'],
    ['DELETE', '/products/prd_1', 'GET, HEAD, PATCH'],
    ['GET', '/products/sync', 'POST'],
    ['POST', '', 'GET, HEAD'],
  ])('lists the allowed methods for %s %s', async (method, path, allow) => {
    const answer = await api(path, { method })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow])
    expect(((await answer.json()) as Problem).code).toBe('method_not_allowed')
    const options = await api(path, { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow')]).toEqual([204, allow])
  })

  it('refuses a foreign origin, lets it read nothing, and lets our own and none pass', async () => {
    const origin = 'https://elsewhere.example'
    expect((await make(paper, { origin })).status).toBe(403)
    const headers = { origin, 'access-control-request-method': 'PATCH' }
    for (const method of ['GET', 'OPTIONS'])
      expect([...(await api('/products', { method, headers })).headers.keys()].join()).not.toContain(
        'access-',
      )
    expect(
      (await make(paper, { origin: new URL(app.url).origin.replace('127.0.0.1', 'localhost') })).status,
    ).toBe(201)
  })

  it('answers 401 without a session, and 404 to people outside the shop', async () => {
    browser.person = null
    const answer = await api('/products')
    expect(answer.status).toBe(401)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    browser.person = { userId: crypto.randomUUID(), email: 'x@example', name: 'X' }
    expect((await api('/products')).status).toBe(404)
  })
})
