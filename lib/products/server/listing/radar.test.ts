import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { onEachEngine } from '../../../db/testing-engines'
import { productReply } from '../../../gateway/products/product'
import { testOffice } from '../../../testing/office'
import { opened } from '../../../testing/opened'
import { productListQuery } from '../../schema'
import { attentionKinds } from '../../state'
import { listProducts, radarOf } from './list'
import { mirrorProducts } from '../mirror/mirror'
import { products } from '../tables'
import { fakeGateway } from '../testing'

const day = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()
const fine = { infinite: true, immortal: true, test: false, currency: 'EUR', amount: 100 }
const until = (days: number) => ({ ...fine, immortal: false, expired_at: inDays(days) })
const left = (quantity: number) => ({ ...fine, infinite: false, quantity })

onEachEngine('the radar over a mirror', (kind) => {
  const gateway = opened(fakeGateway)
  const office = testOffice(kind, () => gateway.url)
  beforeAll(() => {
    gateway.state.read = 'down' // The tests fill the mirror themselves.
  })
  beforeEach(() => office.clear(products))

  const put = (made: Record<string, Record<string, unknown>>) =>
    mirrorProducts(
      office.engine.db,
      office.context.shop.id,
      Object.entries(made).map(([id, fields]) => productReply.parse({ id, name: id, ...fields })),
      new Date(),
    )
  const seen = async (context = office.context) => {
    const { expiring, stock, test } = await radarOf(context)
    return [expiring, stock, test].map(({ items }) => items.map(({ id }) => id))
  }

  it('shows what expires within 7 days, the soonest first', async () => {
    await put({
      never: fine,
      six: until(6),
      one: until(1),
      eight: until(8),
      past: until(-1),
      silent: { name: 'x' },
    })
    expect(await seen()).toEqual([['one', 'six'], [], []])
  })

  it('shows low and empty stock, emptiest first, of payable products only', async () => {
    await put({
      five: left(5),
      six: left(6),
      none: left(0),
      unlimited: fine,
      gone: { ...left(0), immortal: false, expired_at: inDays(-1) },
      untold: { ...fine, infinite: false, quantity: null },
    })
    expect(await seen()).toEqual([[], ['none', 'five'], []])
  })

  it('shows test products in a live shop only', async () => {
    await put({ test: { ...fine, test: true }, real: fine })
    expect(await seen()).toEqual([[], [], ['test']])
    const sandbox = { ...office.context, shop: { ...office.context.shop, mode: 'sandbox' as const } }
    expect(await seen(sandbox)).toEqual([[], [], []])
  })

  it('leaves out archived and vanished products, and other shops’', async () => {
    const other = await office.insertShop(`shop-${crypto.randomUUID()}`)
    await put({ archived: left(1), vanished: left(1), here: left(1) })
    await mirrorProducts(
      office.engine.db,
      other.id,
      [productReply.parse({ id: 'there', ...left(1) })],
      new Date(),
    )
    const { db } = office.engine
    await db
      .update(products)
      .set({ archivedAt: new Date() })
      .where(office.whereShop(products, eq(products.id, 'archived')))
    await db
      .update(products)
      .set({ vanishedAt: new Date() })
      .where(office.whereShop(products, eq(products.id, 'vanished')))
    expect(await seen()).toEqual([[], ['here'], []])
  })

  it('counts what the list with the same filter shows', async () => {
    const at = { past: { expired_at: inDays(-1) }, soon: { immortal: false, expired_at: inDays(2) } }
    await put({
      soon: { ...fine, ...at.soon },
      emptySoon: { ...left(0), ...at.soon },
      testSoon: { ...fine, test: true, ...at.soon },
      later: until(20),
      emptyPast: { ...left(0), immortal: false, ...at.past },
      // An immortal product is payable, even with an expiry in the past.
      immortal: { ...left(1), test: true, ...at.past },
      untold: { ...fine, infinite: false, quantity: null },
    })
    const radar = await radarOf(office.context)
    expect(await seen()).toEqual([
      ['emptySoon', 'soon', 'testSoon'],
      ['emptySoon', 'immortal'],
      ['immortal', 'testSoon'],
    ])
    for (const attention of attentionKinds) {
      const listed = await listProducts(office.context, productListQuery.parse({ attention }))
      expect(listed.total).toBe(radar[attention].total)
      expect(listed.items.map(({ id }) => id).toSorted((a, b) => a.localeCompare(b))).toEqual(
        radar[attention].items.map(({ id }) => id).toSorted((a, b) => a.localeCompare(b)),
      )
    }
  })

  it('shows the five most urgent, and counts them all', async () => {
    await put(Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`p${at}`, left(at % 3)])))
    const { stock, synced_at: syncedAt } = await radarOf(office.context)
    expect(stock).toMatchObject({ total: 12, total_exact: true })
    expect(stock.items.map(({ quantity }) => quantity)).toEqual([0, 0, 0, 0, 1])
    expect(syncedAt).toBeNull() // There was no full sync.
  })
})
