import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { onEachEngine } from '../../db/testing-engines'
import { testOffice } from '../../testing/office'
import { maskEarlierHolders } from './earlier'
import { cardTokenSearchText } from './list'
import { cardTokens } from './tables'
import { keepOf } from './testing'

onEachEngine('names on cards that an earlier release stored', (kind) => {
  const office = testOffice(kind)
  beforeEach(() => office.clear(cardTokens))

  const stored = async (id: string) => {
    const whereCard = office.whereShop(cardTokens, eq(cardTokens.id, id))
    const [row] = await office.engine.db.select().from(cardTokens).where(whereCard)
    return row
  }

  /** Stores it as earlier releases did. */
  async function store(holder: string, card: { bin?: string; last4?: string } = {}): Promise<string> {
    const id = await keepOf(office.context)
    const held = { ...(await stored(id))!, ...card, holder }
    await office.engine.db
      .update(cardTokens)
      .set({ ...card, holder, search: cardTokenSearchText(held) })
      .where(eq(cardTokens.id, id))
    return id
  }

  it.each([
    ['4200 0000 0000 0000', {}, '••••0000'],
    ['M KELLER 4200000000000000', {}, 'M KELLER ••••0000'],
    ['9999990000000004', { bin: '999999', last4: '0004' }, '••••0004'],
    ['M KELLER 9999990000000004', { bin: '999999', last4: '0004' }, 'M KELLER ••••0004'],
    ['9999990000000004', { bin: '888888', last4: '0004' }, '9999990000000004'],
    ['Maria Keller 2', {}, 'Maria Keller 2'],
  ])('%s of %j becomes %s', async (holder, card, expected) => {
    const id = await store(holder, card)
    await maskEarlierHolders(office.engine.db)
    const row = await stored(id)
    expect(row?.holder).toBe(expected)
    expect(row?.search).toBe(cardTokenSearchText({ ...row!, holder: expected }))
  })

  it('lose the number in every shop, and nothing else', async () => {
    const number = '4200000000000000'
    const id = await store(number)
    const before = await stored(id)
    const shop = await office.insertShop(`shop-${crypto.randomUUID()}`)
    await office.engine.db.insert(cardTokens).values({ ...before!, shopId: shop.id })
    await maskEarlierHolders(office.engine.db)
    expect(await stored(id)).toEqual({ ...before, holder: '••••0000', search: expect.any(String) })
    const rows = await office.engine.db.select().from(cardTokens).where(eq(cardTokens.id, id))
    expect(rows.map(({ shopId }) => shopId)).toContain(shop.id)
    expect(JSON.stringify(rows)).not.toContain(number)
  })
})
