import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { NotificationPage } from '@/lib/notifications/schema'
import type { ProductDetail, ProductPage } from '@/lib/products/schema'
import type { Problem } from '@/lib/core/problem'
import { shops } from '@/lib/core/server/tables/shops'
import { testEngines } from '@/lib/db/testing'
import type { SignedIn } from '@/lib/core/server/auth/actor'
import { testApplication } from '../../../testing/application'

/** Mocked, because the session cookie needs Next's request scope. Everything behind it is real. */
let person: SignedIn | null = null
vi.mock('@/lib/core/server/auth/actor', () => ({ signedIn: async () => person }))

const paper = {
  name: 'Paper, 100 sheets',
  description: 'Laid, cream',
  currency: 'EUR',
  amount: 1250,
  quantity: '3',
  immortal: true,
  language: 'en',
}
const card = { number: '4200000000000000', expiry: '12/31', verification_value: '9173', holder: 'A PAYER' }

describe.each(testEngines)('the application on $kind', ({ kind, available }) => {
  describe.skipIf(!available)('over HTTP', () => {
    const app = testApplication(kind)
    beforeEach(() => {
      person = app.owner.actor
    })

    const api = (
      path: string,
      init: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
    ) =>
      fetch(`${app.url}/api/shops/sandbox${path}`, {
        method: init.method ?? 'GET',
        headers: { 'content-type': 'application/json', ...init.headers },
        body:
          typeof init.body === 'string'
            ? init.body
            : init.body === undefined
              ? undefined
              : JSON.stringify(init.body),
      })
    const make = async (body: unknown = paper, headers: Record<string, string> = {}) =>
      api('/products', { method: 'POST', body, headers })
    const countAtGateway = async () =>
      (await app.engine.db.execute<{ n: number }>(sql`SELECT count(*) AS n FROM sandbox.products`)).rows[0]?.n

    it('walks the main job: a product, a payment, a notification, the stock', async () => {
      const made = await make()
      expect(made.status).toBe(201)
      const product = (await made.json()) as ProductDetail
      expect(product).toMatchObject({
        amount: 1250,
        quantity: 3,
        immortal: true,
        sources: { immortal: 'submitted', return_url: 'default' },
      })

      const list = (await (await api('/products?q=PAPER')).json()) as ProductPage
      expect(list.items.map(({ id }) => id)).toContain(product.id)

      const paid = await pay(product.id)
      expect(paid.status).toBeLessThan(300)
      const notification = await vi.waitFor(
        async () => {
          const page = (await (
            await api(`/notifications?product_id=${product.id}`)
          ).json()) as NotificationPage
          expect(page.items).toHaveLength(1)
          return page.items[0]
        },
        { timeout: 15_000 },
      )
      expect(notification).toMatchObject({
        status: 'successful',
        type: 'payment',
        authenticity: 'signature',
        quarantined: false,
        amount: 1250,
        currency: 'EUR',
        description: paper.name,
        product_id: product.id,
        product_link: 'id',
      })
      await vi.waitFor(async () => {
        const now = (await (await api(`/products/${product.id}`)).json()) as ProductDetail
        expect(now.quantity).toBe(2)
      })
    })

    it('keeps no card number and no CVC anywhere, whatever fails', async () => {
      const product = (await (
        await make({ ...paper, name: 'For the search of the database' })
      ).json()) as ProductDetail
      expect((await pay(product.id)).status).toBeLessThan(300)
      for (const table of ['sandbox.transactions', 'public.notifications']) {
        const [schema, name] = table.split('.')
        await app.engine.db.execute(sql.raw(`ALTER TABLE ${table} RENAME TO ${name}_away`))
        expect((await pay(product.id)).status).toBe(table.startsWith('sandbox') ? 500 : 201)
        const inShop = await api('/notifications')
        expect(inShop.status).toBe(table.startsWith('sandbox') ? 200 : 500)
        await app.engine.db.execute(sql.raw(`ALTER TABLE ${schema}.${name}_away RENAME TO ${name}`))
      }
      await make({ ...paper, name: `A name ${card.number} and ${card.verification_value}`, quantity: 'x' })
      expect(app.logged()).toMatch(/the sandbox failed[^]*request failed/)
      expect(app.logged()).not.toMatch(secrets)
      const everything = await app.dump()
      expect(everything).toContain('For the search of the database')
      expect(everything).not.toMatch(secrets)
    })

    /** Finds clear text and simple encodings. The CVC only as a whole number, since IDs have digits too. */
    const secrets = new RegExp(
      [
        card.number,
        Buffer.from(card.number).toString('hex'),
        Buffer.from(card.number).toString('base64').replace(/=+$/, ''),
        `(?<![0-9a-zA-Z.:-])${card.verification_value}(?![0-9a-zA-Z.:-])`,
      ].join('|'),
    )

    const pay = (id: string) =>
      fetch(`${app.url}/sandbox/products/${id}/payments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ attempt: crypto.randomUUID(), ...card }),
      })

    it('answers one key with one product, and another body under it with a conflict', async () => {
      const headers = { 'idempotency-key': crypto.randomUUID() }
      const before = await countAtGateway()
      const [first, second] = [await make(paper, headers), await make(paper, headers)]
      expect([first.status, second.status]).toEqual([201, 201])
      expect(((await second.json()) as ProductDetail).id).toBe(((await first.json()) as ProductDetail).id)
      expect((await make({ ...paper, amount: 1 }, headers)).status).toBe(409)
      expect(await countAtGateway()).toBe(Number(before) + 1)
    })

    it('makes one product of parallel requests with one key', async () => {
      const headers = { 'idempotency-key': crypto.randomUUID() }
      const before = await countAtGateway()
      const statuses = (await Promise.all([1, 2, 3, 4].map(() => make(paper, headers)))).map(
        ({ status }) => status,
      )
      expect(statuses.filter((status) => status === 201).length).toBeGreaterThan(0)
      expect(statuses.every((status) => status === 201 || status === 409)).toBe(true)
      expect(await countAtGateway()).toBe(Number(before) + 1)
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
      ['a blank name', { ...paper, name: '  ' }, 422, ['name']],
    ])('refuses a product with %s and writes nothing', async (_name, body, status, fields) => {
      const before = await countAtGateway()
      const answer = await make(body)
      expect(answer.status).toBe(status)
      expect(answer.headers.get('content-type')).toBe('application/problem+json')
      const problem = (await answer.json()) as Problem
      expect(Object.keys(problem.errors ?? {}).sort()).toEqual(fields)
      expect(await countAtGateway()).toBe(before)
    })

    it('lets nothing that is sent reach what all objects share', async () => {
      const more = '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}'
      expect((await make(JSON.stringify(paper).replace('{', `{${more},`))).status).toBe(422)
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    })

    it('refuses a body that is too large, unread', async () => {
      expect((await make({ ...paper, description: 'x'.repeat(300_000) })).status).toBe(413)
    })

    it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])(
      'says at an unknown address that it is one: %s',
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
    ])('says what is possible instead of %s %s', async (method, path, allow) => {
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

    it('answers 401 to nobody, and 404 to who has no part in the shop', async () => {
      person = null
      const answer = await api('/products')
      expect(answer.status).toBe(401)
      expect(answer.headers.get('content-type')).toBe('application/problem+json')
      person = { userId: crypto.randomUUID(), email: 'x@example', name: 'X' }
      expect((await api('/products')).status).toBe(404)
    })

    it('pages through a list forwards and back without losing or repeating a row', async () => {
      for (let n = 0; n < 7; n++) await make({ ...paper, name: `Page ${n % 3}`, amount: 100 + (n % 2) })
      for (const sort of ['name', '-amount', 'quantity', '-expired_at', '-created_at']) {
        const all = (
          (await (await api(`/products?q=page&sort=${sort}&limit=200`)).json()) as ProductPage
        ).items.map(({ id }) => id)
        expect(all).toHaveLength(7)
        const seen: string[] = []
        let page: ProductPage | undefined
        let previous: string | null = null
        do {
          const cursor: string = page?.next_cursor ? `&cursor=${page.next_cursor}` : ''
          page = (await (await api(`/products?q=page&sort=${sort}&limit=3${cursor}`)).json()) as ProductPage
          seen.push(...page.items.map(({ id }) => id))
          previous = page.prev_cursor
        } while (page.next_cursor)
        expect(seen).toEqual(all)
        const back = (await (
          await api(`/products?q=page&sort=${sort}&limit=3&cursor=${previous}`)
        ).json()) as ProductPage
        expect(back.items.map(({ id }) => id)).toEqual(all.slice(3, 6))
      }
    })

    it('takes pattern characters, quotes and nonsense in a search as what they are', async () => {
      await make({ ...paper, name: '100% wool_sock \\ "quoted"' })
      for (const [q, found] of [
        ['100%', 1],
        ['wool_s', 1],
        // Signs alone only match where a name begins: no index serves them elsewhere.
        ['%', 0],
        ['100_', 0],
        ["';--", 0],
        ['\\', 0],
        ['sock \\', 1],
        // Decoded once: this asks for the signs themselves.
        ['100%25', 0],
        ['sock%20', 0],
        ['Wöol', 1],
      ] as const) {
        const page = (await (await api(`/products?q=${encodeURIComponent(q)}`)).json()) as ProductPage
        expect([q, page.items.length]).toEqual([q, found])
      }
      expect((await api('/products?cursor=nonsense')).status).toBe(400)
      expect((await api('/products?limit=0')).status).toBe(422)
    })

    it('says that the gateway does not answer where it refuses connections', async () => {
      const { id, apmUrl } = app.owner.shop
      const gatewayIsAt = (url: string) =>
        app.engine.db.update(shops).set({ apmUrl: url }).where(eq(shops.id, id))
      await gatewayIsAt('http://127.0.0.1:9')
      const response = await api('/products/prd_0123456789abcdef')
      await gatewayIsAt(apmUrl)
      expect([response.status, await response.json()]).toMatchObject([502, { code: 'gateway_unavailable' }])
    })
  })
})
