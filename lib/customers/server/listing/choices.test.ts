import { and, eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { onEachEngine } from '../../../db/testing-engines'
import { testOffice } from '../../../testing/office'
import { changeCustomer } from '../create'
import { mergeCustomer } from '../merging/merge'
import { choicesOf } from './choices'
import { customers } from '../tables'
import { customersOf } from '../testing'

onEachEngine('what customers can be narrowed by is what they have', (kind) => {
  const office = testOffice(kind)

  it('each country and label once, of this shop only', async () => {
    const { context } = office
    const here = customersOf(office)
    const shop = await office.insertShop('other')
    const elsewhere = customersOf({ ...office, context: { ...context, shop } })
    expect(await choicesOf(context)).toEqual({ countries: [], labels: [] })
    const countries = ['DE', 'AT', 'DE', null, 'ZW', '', 'de', 'Germany']
    const ids = await here.insert(...countries.map((country) => ({ country })))
    const labels = [['VIP'], ['VIP'], ['press', 'VIP'], ['late', 'Ärger'], [], ['press', 'a']]
    for (const [n, its] of labels.entries()) await changeCustomer(context, ids[n] ?? '', { labels: its })
    const [theirs = ''] = await elsewhere.insert({ country: 'FR' })
    await changeCustomer({ ...context, shop }, theirs, { labels: ['theirs'] })
    expect(await choicesOf(context)).toEqual({
      countries: ['AT', 'DE', 'ZW'],
      labels: ['a', 'Ärger', 'late', 'press', 'VIP'],
    })
  })

  it('nothing that only customers outside of lists have', async () => {
    const shop = await office.insertShop('joined')
    const context = { ...office.context, shop }
    const elsewhere = customersOf({ ...office, context })
    const [kept = '', joined = '', vanished = ''] = await elsewhere.insert(
      { country: 'DE' },
      { country: 'CH' },
      { country: 'AT' },
    )
    for (const [id, label] of [
      [kept, 'b'],
      [joined, 'a'],
      [vanished, 'c'],
    ] as const)
      // prettier-ignore
      await changeCustomer(context, id, { labels: [label] })
    await mergeCustomer(context, kept, joined)
    await office.engine.db
      .update(customers)
      .set({ vanishedAt: new Date() })
      .where(and(eq(customers.shopId, shop.id), eq(customers.id, vanished)))
    expect(await choicesOf(context)).toEqual({ countries: ['DE'], labels: ['b'] })
  })

  it('lists each label once, in any combination', async () => {
    const shop = await office.insertShop('combined')
    const elsewhere = customersOf({ ...office, context: { ...office.context, shop } })
    const last = await elsewhere.insert(...Array.from({ length: 1002 }, () => ({})))
    await office.engine.db.execute(sql`
        UPDATE customers c SET labels = CASE n WHEN 1002 THEN '{z}'::text[]
          ELSE ARRAY['a' || n / 32, 'b' || n % 32] END
        FROM unnest(${sql.param(last)}::text[]) WITH ORDINALITY given (id, n)
        WHERE c.shop_id = ${shop.id} AND c.id = given.id`)
    const { labels } = await choicesOf({ ...office.context, shop })
    expect(labels).toHaveLength(32 + 32 + 1)
    expect(labels).toContain('z')
  })

  it('takes as many and as long labels as may be given, in any script', async () => {
    const [id = ''] = await customersOf(office).insert({})
    const labels = Array.from({ length: 20 }, (_, n) =>
      Array.from({ length: 39 }, (_each, at) =>
        String.fromCharCode(0x4e00 + ((n * 7919 + at * 104_729) % 20_000)),
      ).join(''),
    )
    await changeCustomer(office.context, id, { labels })
    expect((await choicesOf(office.context)).labels).toEqual(expect.arrayContaining(labels))
  })
})
