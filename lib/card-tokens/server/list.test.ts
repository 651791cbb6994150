import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { customers } from '../../customers/server/tables'
import { customersOf } from '../../customers/server/testing'
import { onEachEngine } from '../../db/testing-engines'
import { testOffice } from '../../testing/office'
import { cardTokenListQuery } from '../schema'
import { cardTokenDetail } from './detail'
import { expiryOf, whereExpiry } from './item'
import { listCardTokens } from './list'
import { cardTokens } from './tables'
import { keepOf } from './testing'
import { cardTokenList } from '../filters'

onEachEngine('the list of card tokens as it was kept', (kind) => {
  const office = testOffice(kind)
  beforeEach(async () => {
    await office.clear(cardTokens, customers)
  })
  const list = (query: Record<string, unknown> = {}) =>
    listCardTokens(office.context, cardTokenListQuery.parse(query))
  const found = async (query: Record<string, unknown>) =>
    (await list(query)).items.map(({ holder }) => holder)

  it.each([
    ['a holder', 'keller'],
    ['a holder, mistyped', 'Kelelr'],
    ['the last four digits', '1006'],
    ['brand and last four', 'visa 1006'],
    ['an e-mail address', 'maria@reader.example'],
  ])('finds by %s', async (_what, q) => {
    await keepOf(office.context, { last_4: '1006' })
    await keepOf(
      office.context,
      { holder: 'Jo Other', last_4: '2222', brand: 'master' },
      { email: 'jo@reader.example' },
    )
    expect((await found({ q }))[0]).toBe('Maria Keller')
  })

  it('show the number of tokens of the same card, and link to them', async () => {
    const first = await keepOf(office.context, { stamp: 's', holder: 'One' })
    await keepOf(office.context, { stamp: 's', holder: 'Two' })
    const lone = await keepOf(office.context, { holder: 'Three' })
    const unstamped = await keepOf(office.context, { stamp: null, holder: 'Four' })
    await keepOf(office.context, { stamp: null, holder: 'Five' })
    const { items } = await list()
    expect(items.map(({ holder, same_card: same }) => [holder, same])).toEqual([
      ['Five', 1],
      ['Four', 1],
      ['Three', 1],
      ['Two', 2],
      ['One', 2],
    ])
    expect(await found({ same_card_as: first })).toEqual(['Two', 'One'])
    expect(await found({ same_card_as: lone })).toEqual(['Three'])
    expect(await found({ same_card_as: unstamped })).toEqual(['Four'])
    const detail = await cardTokenDetail(office.context, first)
    expect(detail.others.map(({ holder }) => holder)).toEqual(['Two'])
  })

  describe('with a row a card', () => {
    const cards = async (query: Record<string, unknown> = {}) => {
      const page = await list({ per: 'card', ...query })
      return {
        total: page.total,
        rows: page.items.map(({ holder, others }) => [holder, ...(others ?? []).map((one) => one.holder)]),
      }
    }

    it('has the newest token of each, the others in it, and counts cards', async () => {
      await keepOf(office.context, { stamp: 's', holder: 'One' })
      await keepOf(office.context, { stamp: null, holder: 'Bare' })
      await keepOf(office.context, { stamp: 's', holder: 'Two' })
      await keepOf(office.context, { stamp: 't', holder: 'Lone' })
      await keepOf(office.context, { stamp: null, holder: 'Bare too' })
      await keepOf(office.context, { stamp: 's', holder: 'Three' })
      expect(await cards()).toEqual({
        total: 4,
        rows: [['Three', 'Two', 'One'], ['Bare too'], ['Lone'], ['Bare']],
      })
    })

    it('show the newest matching token of a card, and its others', async () => {
      await keepOf(office.context, { stamp: 's', holder: 'One' }, { contracts: ['credit'] })
      await keepOf(office.context, { stamp: 's', holder: 'Two' }, { contracts: ['credit'] })
      await keepOf(office.context, { stamp: 's', holder: 'Three' }, { contracts: ['oneclick'] })
      await keepOf(office.context, { stamp: 's', holder: 'Four', exp_month: 1, exp_year: 2020 })
      expect((await cards({ contract: 'credit' })).rows).toEqual([['Two', 'One']])
      expect((await cards({ expiry: 'expired' })).rows).toEqual([['Four']])
      expect((await list({ per: 'card', contract: 'credit' })).items[0]?.same_card).toBe(4)
    })

    it('finds tokens, not cards, where something is searched for', async () => {
      await keepOf(office.context, { stamp: 's', holder: 'Older Smith' })
      await keepOf(office.context, { stamp: 's', holder: 'Newer Jones' })
      expect((await cards({ q: 'smith' })).rows).toEqual([['Older Smith']])
    })

    it('shows a few of many, and is paged by cards', async () => {
      for (let n = 1; n <= 8; n++) await keepOf(office.context, { stamp: 'many', holder: `M${n}` })
      for (let n = 1; n <= 3; n++) await keepOf(office.context, { stamp: `s${n}`, holder: `S${n}` })
      const first = await list({ per: 'card', limit: 2 })
      const next = await list({ per: 'card', limit: 2, cursor: first.next_cursor })
      const holders = [...first.items, ...next.items].map(({ holder }) => holder)
      expect(holders).toEqual(['S3', 'S2', 'S1', 'M8'])
      expect(next.items[1]?.others?.map(({ holder }) => holder)).toEqual(['M7', 'M6', 'M5', 'M4', 'M3'])
      expect(next.next_cursor).toBeNull()
    })

    it('lists cards of this shop only', async () => {
      const shop = await office.insertShop(`shop-${crypto.randomUUID()}`)
      await keepOf(office.context, { stamp: 's', holder: 'Here' })
      await keepOf({ ...office.context, shop }, { stamp: 's', holder: 'There' })
      expect((await cards()).rows).toEqual([['Here']])
    })
  })

  it('is filtered by contract, source and customer, whose name it shows', async () => {
    const [maria = ''] = await customersOf(office).insert({
      first_name: 'Maria',
      last_name: 'Keller',
      email: 'm@x.example',
    })
    await keepOf(office.context, { holder: 'A' }, { contracts: ['recurring'], customerId: maria })
    await keepOf(office.context, { holder: 'B' }, { contracts: ['oneclick', 'credit'] })
    expect(await found({ contract: 'recurring,card_on_file' })).toEqual(['A'])
    expect(await found({ contract: 'credit' })).toEqual(['B'])
    expect(await found({ source: 'direct' })).toEqual([])
    expect(await found({ test: 'true' })).toEqual(['B', 'A'])
    expect((await list({ customer_id: maria })).items).toMatchObject([
      { holder: 'A', customer_name: 'Maria Keller' },
    ])
  })

  it('names the customer who is left after a merge', async () => {
    const [left = '', gone = ''] = await customersOf(office).insert(
      { first_name: 'Maria', last_name: 'Kept' },
      { first_name: 'Maria', last_name: 'Gone' },
    )
    await keepOf(office.context, { holder: 'A' }, { customerId: gone })
    const whereGone = and(office.whereShop(customers), eq(customers.id, gone))
    await office.engine.db.update(customers).set({ mergedInto: left }).where(whereGone)
    expect((await list({})).items).toMatchObject([{ customer_id: left, customer_name: 'Maria Kept' }])
  })

  it('shows cards that have expired, or will soon, as statements do', async () => {
    const now = new Date('2026-03-02T00:00:00Z')
    const ends: [number, number][] = [
      [2, 2026],
      [3, 2026],
      [4, 2026],
      [5, 2026],
      [12, 9999],
      [12, 2025],
    ]
    for (const [month, year] of ends)
      await keepOf(office.context, { holder: `${month}/${year}`, exp_month: month, exp_year: year })
    await keepOf(office.context, { holder: 'unknown', exp_year: null })
    for (const [expiry, expected] of [
      ['expired', ['2/2026', '12/2025']],
      ['soon', ['3/2026', '4/2026']],
      ['valid', ['5/2026', '12/9999']],
    ] as const) {
      const rows = await office.engine.db
        .select()
        .from(cardTokens)
        .where(office.whereShop(cardTokens, whereExpiry(expiry, now)))
      expect(new Set(rows.map(({ holder }) => holder))).toEqual(new Set(expected))
      expect(rows.every((row) => expiryOf(row, now) === expiry)).toBe(true)
    }
    expect(await found({ expiry: 'expired,soon,valid' })).not.toContain('unknown')
  })

  it('pages by every column without losing or repeating rows', async () => {
    for (let n = 0; n < 7; n++)
      await keepOf(office.context, {
        holder: n % 3 ? `H${n % 2}` : null,
        exp_year: n % 2 ? 2030 + n : null,
      })
    for (const sort of cardTokenList.sortColumns.flatMap((column) => [column, `-${column}`])) {
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const page: Awaited<ReturnType<typeof list>> = await list({
          sort,
          limit: 3,
          ...(cursor ? { cursor } : {}),
        })
        seen.push(...page.items.map(({ id }) => id))
        cursor = page.next_cursor
      } while (cursor)
      expect(seen).toHaveLength(7)
      expect(new Set(seen).size).toBe(7)
    }
  })

  it('holds no token, sealed or marked', async () => {
    const id = await keepOf(office.context)
    const text = JSON.stringify([await list(), await cardTokenDetail(office.context, id)])
    for (const word of ['token_sealed', 'tokenSealed', '"mark"', '"stamp"']) expect(text).not.toContain(word)
  })
})
