/** Full syncs as they go wrong, and what they leave alone. */
import type { ServerResponse } from 'node:http'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { syncAfterNow } from '../../../core/server/mirror/keep-fresh'
import { syncs } from '../../../core/server/tables/mirrors'
import { onEachEngine } from '../../../db/testing-engines'
import { forgetGates } from '../../../gateway/client/testing'
import { productReply, productUpdate } from '../../../gateway/products/product'
import { eventually } from '../../../testing/eventually'
import { listen, openTestOffice, type TestOffice } from '../../../testing/office'
import { productDetail } from './item'
import { loadProduct } from '../mirror/load'
import { mirrorProducts, productMirror, lastSync, syncProducts } from '../mirror/mirror'
import { overlayProduct } from '../changing/settle'
import { products } from '../tables'

onEachEngine('a full sync from a list as it arrives', (kind) => {
  let office: TestOffice
  let gateway: Awaited<ReturnType<typeof listen>>
  let answer: (response: ServerResponse) => void
  beforeAll(async () => {
    gateway = await listen((_, response) => answer(response))
    office = await openTestOffice(kind, gateway.url)
  })
  afterAll(async () => {
    await office.dispose()
    await gateway.close()
  })
  beforeEach(async () => {
    forgetGates()
    await office.clear(products, syncs)
  })

  const id = (n: number) => `prd_${n.toString(16).padStart(16, '0')}`
  const product = (n: number, more: object = {}) => ({
    id: id(n),
    name: `P${n}`,
    description: 'x'.repeat(80),
    ...more,
  })
  const many = (count: number) => Array.from({ length: count }, (_, n) => product(n + 1))
  const lists = (list: unknown[]) => (answer = (response) => void response.end(JSON.stringify(list)))
  const rows = async () =>
    office.engine.db.select().from(products).where(office.whereShop(products)).orderBy(products.id)
  const names = async () =>
    (await rows()).map(({ name, vanishedAt }) => `${name}${vanishedAt ? ' gone' : ''}`)
  /** PostgreSQL's row version: it changes with every write. */
  const versions = async () =>
    (
      await office.engine.db.execute<{ version: string }>(
        sql`SELECT xmin::text AS version FROM products WHERE ${office.whereShop(products)} ORDER BY id`,
      )
    ).rows

  it('writes only what changed', async () => {
    lists(many(600))
    await syncProducts(office.context)
    const before = await versions()
    const first = await lastSync(office.context)
    await syncProducts(office.context)
    expect(await versions()).toEqual(before)
    lists(many(600).map((one, n) => (n === 5 ? { ...one, name: 'new' } : one)))
    await syncProducts(office.context)
    const after = await versions()
    expect(after.flatMap((row, n) => (row.version === before[n]?.version ? [] : [n]))).toEqual([5])
    // All rows still count as confirmed by the sync.
    const { syncedAt } = await lastSync(office.context)
    expect(syncedAt?.valueOf()).toBeGreaterThan(first.syncedAt?.valueOf() ?? Infinity)
    expect((await loadProduct(office.context, id(1))).syncedAt).toEqual(syncedAt)
  })

  it('confirms unchanged rows, so that older answers do not change them', async () => {
    lists([product(1)])
    await syncProducts(office.context)
    const asked = new Date()
    await eventually(() => expect(Date.now()).toBeGreaterThan(asked.valueOf()))
    await syncProducts(office.context)
    const late = productReply.parse(product(1, { name: 'old' }))
    await mirrorProducts(office.engine.db, office.context.shop.id, [late], asked)
    expect(await names()).toEqual(['P1'])
    await mirrorProducts(office.engine.db, office.context.shop.id, [late], new Date())
    expect(await names()).toEqual(['old'])
    // A row from another source has no fingerprint, so the sync writes it again.
    await syncProducts(office.context)
    expect(await names()).toEqual(['P1'])
  })

  it('does not bring vanished rows back by an older answer', async () => {
    lists([product(1), product(2)])
    await syncProducts(office.context)
    const asked = new Date()
    await eventually(() => expect(Date.now()).toBeGreaterThan(asked.valueOf()))
    lists([product(2)])
    await syncProducts(office.context)
    await mirrorProducts(office.engine.db, office.context.shop.id, [productReply.parse(product(1))], asked)
    expect(await names()).toEqual(['P1 gone', 'P2'])
    lists([product(1), product(2)])
    await syncProducts(office.context)
    expect(await names()).toEqual(['P1', 'P2'])
  })

  it('corrects overlays that did not last', async () => {
    lists([product(1, { amount: 5 })])
    await syncProducts(office.context)
    const fields = productUpdate.parse({ amount: 7 })
    const by = office.context.actor.userId
    await overlayProduct(office.engine.db, await loadProduct(office.context, id(1)), {
      fields,
      by,
      at: new Date(),
    })
    await eventually(async () => {
      await syncProducts(office.context)
      expect((await rows())[0]?.amount).toBe(5)
    })
  })

  it.each<[string, string, (response: ServerResponse, text: string) => void]>([
    ['cut', 'gateway_unavailable', (response, text) => void response.write(text, () => response.destroy())],
    ['ended early', 'gateway_unreadable', (response, text) => void response.end(text)],
    [
      'followed by something else',
      'gateway_unreadable',
      (response, text) => void response.end(`${text}] <html>`),
    ],
  ])(
    'keeps rows of a list that is %s, marks nothing, and reads the rest next time',
    async (_how, code, end) => {
      lists([product(1, { name: 'old' }), product(9_999)])
      await syncProducts(office.context)
      const before = await lastSync(office.context)
      const text = JSON.stringify(many(2_000))
      answer = (response) => end(response, text.slice(0, code === 'gateway_unavailable' ? -5_000 : -1))
      await expect(syncProducts(office.context)).rejects.toMatchObject({ code })
      const partly = await names()
      expect(partly.length).toBeGreaterThan(250)
      expect(partly[0]).toBe('P1')
      expect(partly.some((name) => name.endsWith('gone'))).toBe(false)
      expect(await lastSync(office.context)).toEqual({ ...before, failedAt: expect.any(Date) })
      const written = await versions()
      lists(many(2_000))
      expect(await syncProducts(office.context)).toBe('synced')
      expect(await names()).toHaveLength(2_001)
      expect((await names()).filter((name) => name.endsWith('gone'))).toEqual(['P9999 gone'])
      expect((await versions())[1]).toEqual(written[1])
    },
  )

  it('skips elements that are no products, reports them, and still marks vanished ones', async () => {
    lists([product(1), product(2)])
    await syncProducts(office.context)
    const before = office.logged().length
    lists([null, 42, 'P1', [], [{ id: 7 }], product(2), { id: id(3), amount: {} }])
    expect(await syncProducts(office.context)).toBe('synced')
    expect((await rows()).map((row) => [row.id, row.vanishedAt !== null])).toEqual([
      [id(1), true],
      [id(2), false],
      [id(3), false],
    ])
    expect(office.logged().slice(before)).toContain('"foreign":5')
  })

  it.each([{ name: 'P1' }, { id: 7 }, { id: '' }, { id: 'a\0b' }])(
    'marks nothing if an element has no ID: %j',
    async (nameless) => {
      lists([product(1), product(2)])
      await syncProducts(office.context)
      const before = office.logged().length
      lists([nameless, product(2, { name: 'new' })])
      expect(await syncProducts(office.context)).toBe('synced')
      expect(await names()).toEqual(['P1', 'new'])
      expect(office.logged().slice(before)).toContain('"nameless":1')
      lists([product(2)])
      await syncProducts(office.context)
      expect(await names()).toEqual(['P1 gone', 'P2'])
    },
  )

  it('marks nothing if an element is unreadable', async () => {
    lists([product(1), product(2)])
    await syncProducts(office.context)
    answer = (response) => void response.end(`[{"id":"${id(1)}",oops},${JSON.stringify(product(3))}]`)
    expect(await syncProducts(office.context)).toBe('synced')
    expect(await names()).toEqual(['P1', 'P2', 'P3'])
    expect(office.logged()).toContain('"unreadable":1')
    answer = (response) => void response.end(`[${JSON.stringify(product(4, { more: 'x'.repeat(2 ** 20) }))}]`)
    expect(await syncProducts(office.context)).toBe('synced')
    expect(await names()).toEqual(['P1', 'P2', 'P3'])
  })

  it('reads a list that is longer than any other reply may be', async () => {
    const text = JSON.stringify({ id: id(1), padding: 'x'.repeat(900_000) })
    answer = (response) => {
      let left = 80
      const write = () => {
        while (left-- > 0)
          if (!response.write(`${left === 79 ? '[' : ','}${text}`)) return void response.once('drain', write)
        response.end(']')
      }
      write()
    }
    expect(await syncProducts(office.context)).toBe('synced')
  })

  it('runs once more if requested while it runs', async () => {
    let asked = 0
    let go = () => {}
    const held = new Promise<void>((resolve) => (go = resolve))
    answer = (response) => {
      const list = ++asked === 1 ? [product(1)] : [product(1), product(2)]
      void held.then(() => response.end(JSON.stringify(list)))
    }
    const first = syncProducts(office.context)
    await eventually(() => expect(asked).toBe(1))
    syncAfterNow(office.context, productMirror)
    await eventually(async () =>
      expect(
        (await office.engine.db.select().from(syncs).where(office.whereShop(syncs)))[0]?.wantedAt,
      ).not.toBeNull(),
    )
    go()
    await first
    await eventually(async () => expect(await names()).toEqual(['P1', 'P2']))
    await eventually(async () =>
      expect(
        (await office.engine.db.select().from(syncs).where(office.whereShop(syncs)))[0]?.leaseEndsAt,
      ).toBeNull(),
    )
    expect(asked).toBe(2)
  })

  it('shows outside changes as drift, except sales', async () => {
    const sent = {
      name: 'Paper',
      amount: 500,
      quantity: 10,
      return_url: 'https://a.example/',
      immortal: true,
    }
    const submission = { fields: sent, by: office.context.actor.userId, at: new Date() }
    const reply = productReply.parse({ ...product(1), ...sent, return_url: null })
    await mirrorProducts(office.engine.db, office.context.shop.id, [reply], new Date(), submission)
    expect(await productDetail(office.context, id(1))).toMatchObject({
      drift: {},
      submitted_by: 'owner',
      submissions: { return_url: { at: submission.at.toISOString(), by: 'owner' } },
    })
    lists([{ ...product(1), ...sent, amount: 700, quantity: 8 }])
    await syncProducts(office.context)
    const drift = { sent: 500, now: 700, sent_at: submission.at.toISOString(), sent_by: 'owner' }
    expect((await productDetail(office.context, id(1))).drift).toEqual({ amount: drift })
    lists([{ ...product(1), ...sent, quantity: 11, expired_at: '2030-01-01T00:00:00Z' }])
    await syncProducts(office.context)
    expect((await productDetail(office.context, id(1))).drift).toMatchObject({
      quantity: { sent: 10, now: 11 },
    })
    // Someone else sends it again with another field. Each field keeps its own provenance.
    const other = await office.insertPerson(office.context.shop.id, 'manager')
    const later = { fields: { quantity: 11 }, by: other.userId, at: new Date() }
    const again = productReply.parse({ ...product(1), ...sent, quantity: 11 })
    await mirrorProducts(office.engine.db, office.context.shop.id, [again], new Date(), later)
    const detail = await productDetail(office.context, id(1))
    expect(detail).toMatchObject({ drift: {}, submitted_by: 'manager' })
    expect(detail.submissions).toMatchObject({ amount: { by: 'owner' }, quantity: { by: 'manager' } })
    const [row] = await office.engine.db
      .select()
      .from(products)
      .where(office.whereShop(products, eq(products.id, id(1))))
    expect(row?.submitted).toEqual({ ...sent, quantity: 11 })
  })
})
