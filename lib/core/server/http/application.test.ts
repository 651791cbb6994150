import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import type { NotificationPage } from '@/lib/notifications/schema'
import type { ProductDetail, ProductPage } from '@/lib/products/schema'
import { shops } from '@/lib/core/server/tables/shops'
import { onEachEngine } from '@/lib/db/testing-engines'
import { browser } from '../../../testing/browser'
import { testApplication } from '../../../testing/application'
import { paper, productsAt } from './testing'
import { eventually } from '@/lib/testing/eventually'
import { digitsAlone } from '@/lib/testing/digits-alone'

const card = { number: '4200000000000000', expiry: '12/31', verification_value: '9173', holder: 'A PAYER' }

onEachEngine('the application over HTTP', (kind) => {
  const app = testApplication(kind)
  const { api, make, countAtGateway } = productsAt(app)
  beforeEach(() => {
    browser.person = app.owner.actor
  })

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
    const notification = await eventually(async () => {
      const page = (await (await api(`/notifications?product_id=${product.id}`)).json()) as NotificationPage
      expect(page.items).toHaveLength(1)
      return page.items[0]
    })
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
    await eventually(async () => {
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

  /** Finds clear text and simple encodings. */
  const secrets = new RegExp(
    [
      card.number,
      Buffer.from(card.number).toString('hex'),
      Buffer.from(card.number).toString('base64').replace(/=+$/, ''),
      digitsAlone(card.verification_value).source,
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

  it('searches for pattern characters, quotes and nonsense literally', async () => {
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
