import { count } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { productListQuery, productSelection } from '../../contracts/product'
import { productState, productStates } from '../../contracts/product-state'
import { testEngines } from '../../db/testing'
import { productReply } from '../../gateway/product'
import { openTestOffice, type TestOffice } from '../testing'
import { products, syncs } from '../tables/products'
import { activity } from '../tables/requests'
import { archiveProduct, restoreProduct } from './archive'
import { listProducts } from './list'
import { mirrorProducts } from './mirror'
import { selectProducts } from './select'

const sorted = (names: (string | null)[]) => names.map(String).toSorted((a, b) => (a < b ? -1 : 1))

describe.each(testEngines)('the list of products, on $kind', ({ kind, available }) => {
  describe.skipIf(!available)('from the mirror', () => {
    let office: TestOffice
    beforeAll(async () => {
      office = await openTestOffice(kind)
    })
    afterAll(() => office.dispose())
    beforeEach(async () => {
      const { db } = office.engine
      for (const table of [products, syncs, activity]) await db.delete(table)
      // As if just synced: no list asks the gateway.
      await db
        .insert(syncs)
        .values({ shopId: office.context.shop.id, resource: 'products', syncedAt: new Date() })
    })

    let made = 0
    const insert = async (...replies: Record<string, unknown>[]) => {
      const parsed = replies.map((reply) =>
        productReply.parse({ id: `prd_${(++made).toString(16).padStart(16, '0')}`, ...reply }),
      )
      await mirrorProducts(office.engine.db, office.context.shop.id, parsed, new Date())
      return parsed.map(({ id }) => id)
    }
    const named = (...names: string[]) => insert(...names.map((name) => ({ name })))
    const list = (query: Record<string, unknown> = {}) =>
      listProducts(office.context, productListQuery.parse(query))
    const found = async (q: string, more: Record<string, unknown> = {}) =>
      (await list({ q, ...more })).items.map(({ name }) => name)

    it.each<[string, string[], string, string[]]>([
      ['case and accents', ['Crème brûlée', 'Creme', 'Milk'], 'CREME', ['Creme', 'Crème brûlée']],
      ['the middle of words', ['Paperback', 'Wallpaper'], 'pape', ['Paperback', 'Wallpaper']],
      ['each word, in any order', ['Blue linen towel', 'Blue towel'], 'towel linen', ['Blue linen towel']],
      ['short terms where words begin', ['Tea', 'Steam', 'Green tea'], 'te', ['Tea', 'Green tea']],
      ['one letter', ['Apple', 'Map', 'An apple'], 'a', ['An apple', 'Apple']],
      ['Cyrillic', ['Бумага белая', 'Ёлка', 'Стол'], 'умаг', ['Бумага белая']],
      ['short Cyrillic', ['Бумага белая', 'Особая'], 'бе', ['Бумага белая']],
      ['Cyrillic with marks', ['Ёлка', 'Ель'], 'елка', ['Ёлка']],
      ['one ideograph', ['和紙ノート', '和服', '鉛筆'], '紙', ['和紙ノート']],
      ['several ideographs', ['和紙ノート', '紙和', '鉛筆'], '和紙', ['和紙ノート']],
      ['pattern characters', ['100% wool', '1000 wool', 'a_b', 'acb'], '00% ', ['100% wool']],
      ['an underscore', ['a_bc', 'acbc'], 'a_bc', ['a_bc']],
      ['backslashes and quotes', [`it's a \\ "x"`, 'other'], `it's \\`, [`it's a \\ "x"`]],
      ['swapped letters', ['Paper lantern', 'Copper kettle'], 'latnern', ['Paper lantern']],
      ['a missing letter', ['Notebook', 'Envelope'], 'notebok', ['Notebook']],
      ['a slip in one of two words', ['Blue notebook', 'Blue envelope'], 'blue envelpe', ['Blue envelope']],
      ['a slip in Cyrillic', ['Бумага', 'Стол'], 'бумгаа', ['Бумага']],
      ['nothing like it', ['Notebook'], 'xylophone', []],
      ['nothing but spaces', ['A'], '  ', ['A']],
    ])('finds by %s', async (_what, names, q, expected) => {
      await named(...names)
      expect(sorted(await found(q))).toEqual(sorted(expected))
      expect(sorted(await found(q, { sort: 'name' }))).toEqual(sorted(expected))
    })

    it('ranks: the ID, names that begin so, names that have it, descriptions, then what is alike', async () => {
      const [id] = await named('A thing with an ID')
      await insert(
        { name: 'Zen', description: 'For a lantern' },
        { name: 'Big lantern' },
        { name: 'Lantern, blue' },
        { name: 'Lantern' },
      )
      expect(await found('lantern')).toEqual(['Lantern', 'Lantern, blue', 'Big lantern', 'Zen'])
      expect(await found(String(id))).toEqual(['A thing with an ID'])
      await insert({ name: 'About', description: `Instead of ${id}` })
      expect(await found(String(id))).toEqual(['A thing with an ID', 'About'])
      expect(sorted(await found('lantren'))).toEqual(['Big lantern', 'Lantern', 'Lantern, blue', 'Zen'])
    })

    it('says where what it finds is only alike, and does not call the first fifty of that all', async () => {
      await named(...Array.from({ length: 50 }, (_, n) => `Lantern ${n}`))
      for (const sort of ['relevance', 'name'] as const) {
        expect(await list({ q: 'lantern', sort })).toMatchObject({
          alike: false,
          total: 50,
          total_exact: true,
        })
        expect(await list({ q: 'lantren', sort })).toMatchObject({
          alike: true,
          total: 50,
          total_exact: false,
        })
      }
    })

    it('marks what was found in the texts as they are shown', async () => {
      await insert({ name: 'Crème brûlée', description: 'With creme' })
      const [item] = (await list({ q: 'creme' })).items
      expect(item?.marks).toEqual({ name: [[0, 5]], description: [[5, 5]], id: [] })
      expect((await list()).items[0]?.marks).toBeUndefined()
    })

    it('is paged by relevance without losing or repeating any, forwards and back', async () => {
      await named(...Array.from({ length: 23 }, (_, n) => `Lamp ${n % 5}`), 'Big lamp', 'Old lamp')
      const seen: string[] = []
      let cursor: string | null | undefined
      let back: string | null = null
      do {
        const page = await list({ q: 'lamp', limit: 10, ...(cursor ? { cursor } : {}) })
        expect(page).toMatchObject({ total: 25, total_exact: true })
        seen.push(...page.items.map(({ id }) => id))
        cursor = page.next_cursor
        back = page.prev_cursor
      } while (cursor)
      expect(new Set(seen).size).toBe(25)
      expect(seen).toHaveLength(25)
      const before = await list({ q: 'lamp', limit: 10, cursor: back })
      expect(before.items.map(({ id }) => id)).toEqual(seen.slice(10, 20))
      await expect(list({ q: 'lamp', sort: 'name', cursor: back })).rejects.toMatchObject({
        code: 'bad_request',
      })
    })

    it('ranks a bounded number of hits of a broad term, and says how many there are', async () => {
      const rows = Array.from({ length: 1_200 }, (_, n) => ({ name: `Big lamp ${n}` }))
      await insert(...rows, { name: 'Lamp' })
      const page = await list({ q: 'lamp', limit: 200 })
      expect(page).toMatchObject({ total: 1_201, total_exact: true })
      expect(page.items[0]?.name).toBe('Lamp')
      let pages = 1
      for (let { next_cursor: cursor } = page; cursor; pages++)
        ({ next_cursor: cursor } = await list({ q: 'lamp', limit: 200, cursor }))
      expect(pages).toBe(5)
    })

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

    it('narrows by state exactly as badges show it, and each product has one', async () => {
      await insert(...shapes.map((shape, n) => ({ ...shape, name: `P${n}` })))
      let sum = 0
      for (const state of productStates) {
        const { items, total } = await list({ state, limit: 200 })
        expect(items.map((item) => productState(item, Date.now()))).toEqual(items.map(() => state))
        sum += total
      }
      expect(sum).toBe(shapes.length)
      const both = await list({ state: 'live,expired' })
      expect(both.total).toBe(
        (await list({ state: 'live' })).total + (await list({ state: 'expired' })).total,
      )
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
    })

    it.each(['name', 'currency', 'amount', 'quantity', 'expired_at', 'created_at', 'updated_at'])(
      'is paged by %s without losing or repeating any',
      async (column) => {
        await insert(
          ...shapes.slice(0, 40).map((shape, n) => ({
            ...shape,
            name: n % 3 ? `N${n % 4}` : null,
            currency: n % 2 ? 'EUR' : null,
            amount: n % 5 ? n : null,
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
      },
    )

    it('hides what is archived, shows it on request, and notes who did it', async () => {
      const [id = '', other = ''] = await named('A', 'B')
      expect(await archiveProduct(office.context, id)).toMatchObject({ archived: true, vanished: false })
      await archiveProduct(office.context, id)
      const ids = async (archived?: string) =>
        (await list({ ...(archived ? { archived } : {}), sort: 'name' })).items.map((item) => item.id)
      expect(await ids()).toEqual([other])
      expect(await ids('only')).toEqual([id])
      expect(await ids('include')).toEqual([id, other])
      await office.engine.db.update(products).set({ vanishedAt: new Date() })
      expect(await ids()).toEqual([])
      expect(await ids('only')).toEqual([id])
      expect(await ids('include')).toEqual([id])
      expect(await restoreProduct(office.context, id)).toMatchObject({ archived: false, vanished: true })
      const actions = (await office.engine.db.select().from(activity)).map(({ action }) => action)
      expect(sorted(actions)).toEqual(['product.archived', 'product.restored'])
      const shop = await office.insertShop(`shop-${crypto.randomUUID()}`)
      await expect(archiveProduct({ ...office.context, shop }, id)).rejects.toMatchObject({
        code: 'not_found',
      })
    })

    it('keeps an archived product archived when the gateway tells of it', async () => {
      const [id = ''] = await named('A')
      await archiveProduct(office.context, id)
      await insert({ id, name: 'A2' })
      expect((await list({ archived: 'only' })).items).toMatchObject([{ id, name: 'A2', archived: true }])
    })

    it('is selected as it is listed, but for those that are left out', async () => {
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
        const rows = await office.engine.db.select({ name: products.name }).from(products).where(where)
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
      expect(await selected({ query: { q: 'lantern' }, except: [ids[0]] })).toEqual(['Red lantern'])
      const shop = await office.insertShop(`shop-${crypto.randomUUID()}`)
      const where = await selectProducts({ ...office.context, shop }, { ids })
      const [counted] = await office.engine.db.select({ count: count() }).from(products).where(where)
      expect(counted?.count).toBe(0)
    })
  })
})
