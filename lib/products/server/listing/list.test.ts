import { count } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { activity } from '../../../core/server/tables/requests'
import { onEachEngine } from '../../../db/testing-engines'
import { testOffice } from '../../../testing/office'
import { productSelection } from '../../schema'
import { productState, productStates } from '../../state'
import { archiveProduct, restoreProduct } from '../changing/archive'
import { products } from '../tables'
import { catalogue, emptyCatalogue } from '../testing'
import { selectProducts } from '../changing/update'
import { productList } from '../../filters'

const sorted = (names: (string | null)[]) => names.map(String).toSorted((a, b) => (a < b ? -1 : 1))

onEachEngine('the list of products from the mirror', (kind) => {
  const office = testOffice(kind)
  const { insert, named, list } = catalogue(() => office)
  beforeEach(() => emptyCatalogue(office))

  const now = Date.now()
  const soon = new Date(now + 3_600_000).toISOString()
  const past = new Date(now - 3_600_000).toISOString()
  const shapes = [true, false, null].flatMap((infinite) =>
    [null, -1, 0, 3, 9].flatMap((quantity) =>
      [true, false, null].flatMap((immortal) =>
        [soon, past, null].map((expired_at) => ({ infinite, quantity, immortal, expired_at })),
      ),
    ),
  )

  it('filters by state as badges show it, and each product has one', async () => {
    await insert(...shapes.map((shape, n) => ({ ...shape, name: `P${n}` })))
    let sum = 0
    for (const state of productStates) {
      const { items, total } = await list({ state, limit: 200 })
      expect(items.map((item) => productState(item, Date.now()))).toEqual(items.map(() => state))
      sum += total
    }
    expect(sum).toBe(shapes.length)
    const both = await list({ state: 'live,expired' })
    expect(both.total).toBe((await list({ state: 'live' })).total + (await list({ state: 'expired' })).total)
  })

  it('narrows by the rest, together', async () => {
    await insert(
      { name: 'A', currency: 'EUR', test: true, infinite: true, transaction_type: 'payment' },
      { name: 'B', currency: 'USD', quantity: 5, transaction_type: 'authorization' },
      { name: 'C', currency: 'PLN', quantity: 6, test: false },
      { name: 'D', currency: 'EUR', quantity: 0 },
    )
    const names = async (query: Record<string, unknown>) =>
      (await list({ ...query, sort: 'name' })).items.map(({ name }) => name).join('')
    expect(await names({ test: 'true' })).toBe('A')
    expect(await names({ test: 'false' })).toBe('BCD')
    expect(await names({ currency: 'EUR' })).toBe('AD')
    expect(await names({ currency: 'EUR,USD' })).toBe('ABD')
    expect(await names({ stock: 'unlimited' })).toBe('A')
    expect(await names({ stock: 'low' })).toBe('B')
    expect(await names({ stock: 'out' })).toBe('D')
    expect(await names({ transaction_type: 'authorization' })).toBe('B')
    expect(await names({ currency: 'EUR', stock: 'out', q: 'd' })).toBe('D')
    expect(await names({ currency: 'USD', stock: 'out' })).toBe('')
    const { items } = await list({ currency: 'EUR' })
    const id = items.map((item) => item.id).join(',')
    expect(await names({ id })).toBe('AD')
    expect(await names({ id, stock: 'out' })).toBe('D')
  })

  it.each(productList.sortColumns)('is paged by %s without losing or repeating any', async (column) => {
    await insert(
      ...shapes.slice(0, 40).map((shape, n) => ({
        ...shape,
        name: n % 3 ? `N${n % 4}` : null,
        currency: n % 2 ? 'EUR' : null,
        amount: n % 5 ? n : null,
        transaction_type: n % 4 ? (n % 2 ? 'payment' : 'authorization') : null,
        created_at: n % 6 ? soon : null,
        updated_at: n % 7 ? past : null,
      })),
    )
    for (const sort of [column, `-${column}`]) {
      const seen = new Set<string>()
      let cursor: string | null = null
      do {
        const page = await list({ sort, limit: 7, ...(cursor ? { cursor } : {}) })
        for (const { id } of page.items) seen.add(id)
        cursor = page.next_cursor
      } while (cursor)
      expect(seen.size).toBe(40)
    }
  })

  it('is sorted by state as badges show it, and by type', async () => {
    await insert(...shapes.map((shape, n) => ({ ...shape, name: `P${n}` })))
    const states = async (sort: string) =>
      (await list({ sort, limit: 200 })).items.map((item) => productState(item, Date.now()))
    const place = (state: (typeof productStates)[number]) => productStates.indexOf(state)
    const ascending = await states('state')
    expect(ascending).toEqual(ascending.toSorted((a, b) => place(a) - place(b)))
    expect(new Set(ascending)).toEqual(new Set(productStates))
    expect(await states('-state')).toEqual(ascending.toReversed())
    await office.clear(products)
    await insert({ transaction_type: 'payment' }, { transaction_type: 'authorization' }, {})
    const types = (await list({ sort: '-transaction_type' })).items.map((item) => item.transaction_type)
    expect(types).toEqual(['payment', 'authorization', null])
  })

  it('is sorted by price within a currency', async () => {
    await insert(
      { currency: 'JPY', amount: 500 },
      { currency: 'EUR', amount: 1_000 },
      { currency: 'EUR', amount: 999 },
      { currency: 'EUR', amount: null },
      { currency: null, amount: 1 },
    )
    const prices = async (sort: string) =>
      (await list({ sort })).items.map(({ currency, amount }) => [currency, amount])
    const ascending = [[null, 1], ['EUR', null], ['EUR', 999], ['EUR', 1_000], ['JPY', 500]] // prettier-ignore
    expect(await prices('amount')).toEqual(ascending)
    expect(await prices('-amount')).toEqual(ascending.toReversed())
  })

  it('is filtered by price in minor units, for any decimals', async () => {
    await insert(
      { currency: 'JPY', amount: 500 },
      { currency: 'EUR', amount: 500 },
      { currency: 'EUR', amount: 50_000 },
      { currency: 'KWD', amount: 12_345 },
      { currency: 'EUR', amount: null },
    )
    const amounts = async (query: Record<string, string>) =>
      (await list({ sort: 'amount', ...query })).items.map(({ currency, amount }) => `${currency} ${amount}`)
    expect(await amounts({ amount_from: '500', amount_to: '500' })).toEqual(['EUR 500', 'JPY 500'])
    expect(await amounts({ amount_to: '500', currency: 'JPY' })).toEqual(['JPY 500'])
    expect(await amounts({ amount_from: '12345', currency: 'KWD' })).toEqual(['KWD 12345'])
    expect(await amounts({ amount_from: '12346', currency: 'KWD' })).toEqual([])
    expect(await amounts({ amount_from: '501' })).toEqual(['EUR 50000', 'KWD 12345'])
  })

  it('hides archived products, shows them on request, and records who archived', async () => {
    const [id = '', other = ''] = await named('A', 'B')
    expect(await archiveProduct(office.context, id)).toMatchObject({ archived: true, vanished: false })
    await archiveProduct(office.context, id)
    const ids = async (archived?: string) =>
      (await list({ ...(archived ? { archived } : {}), sort: 'name' })).items.map((item) => item.id)
    expect(await ids()).toEqual([other])
    expect(await ids('only')).toEqual([id])
    expect(await ids('include')).toEqual([id, other])
    await office.engine.db.update(products).set({ vanishedAt: new Date() }).where(office.whereShop(products))
    expect(await ids()).toEqual([])
    expect(await ids('only')).toEqual([id])
    expect(await ids('include')).toEqual([id])
    expect(await restoreProduct(office.context, id)).toMatchObject({ archived: false, vanished: true })
    const actions = (await office.engine.db.select().from(activity).where(office.whereShop(activity))).map(
      ({ action }) => action,
    )
    expect(sorted(actions)).toEqual(['product.archived', 'product.restored'])
    const shop = await office.insertShop(`shop-${crypto.randomUUID()}`)
    await expect(archiveProduct({ ...office.context, shop }, id)).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('keeps an archived product archived after a sync', async () => {
    const [id = ''] = await named('A')
    await archiveProduct(office.context, id)
    await insert({ id, name: 'A2' })
    expect((await list({ archived: 'only' })).items).toMatchObject([{ id, name: 'A2', archived: true }])
  })

  it('is selected as listed, except excluded products', async () => {
    const ids = await insert(
      { name: 'Blue lantern', currency: 'EUR' },
      { name: 'Red lantern', currency: 'USD' },
      { name: 'Kettle', currency: 'EUR' },
    )
    const selected = async (selection: unknown, options?: { withAlike: boolean }) => {
      const once = productSelection.parse(selection)
      const where = await selectProducts(
        office.context,
        productSelection.parse(JSON.parse(JSON.stringify(once))),
        options,
      )
      const rows = await office.engine.db
        .select({ name: products.name })
        .from(products)
        .where(office.whereShop(products, where))
      return sorted(rows.map(({ name }) => name))
    }
    expect(await selected({ ids: ids.slice(1) })).toEqual(['Kettle', 'Red lantern'])
    expect(await selected({ query: {} })).toHaveLength(3)
    expect(await selected({ query: { q: 'lantern' } })).toEqual(['Blue lantern', 'Red lantern'])
    const slip = { query: { q: 'latnern' } }
    expect(await selected(slip, { withAlike: true })).toEqual(['Blue lantern', 'Red lantern'])
    expect(await selected(slip)).toEqual([])
    expect(await selected({ query: { currency: 'EUR,PLN', test: 'false' } })).toEqual([
      'Blue lantern',
      'Kettle',
    ])
    expect(await selected({ query: { amount_from: '0', amount_to: 0 } })).toEqual([])
    expect(await selected({ query: { q: 'lantern' }, except: [ids[0]] })).toEqual(['Red lantern'])
    const shop = await office.insertShop(`shop-${crypto.randomUUID()}`)
    const where = await selectProducts({ ...office.context, shop }, { ids })
    const [counted] = await office.engine.db
      .select({ count: count() })
      .from(products)
      .where(office.whereShop(products, where))
    expect(counted?.count).toBe(0)
  })
})
