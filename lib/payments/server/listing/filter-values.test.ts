import { expect, it } from 'vitest'
import { onEachEngine } from '../../../db/testing-engines'
import { testOffice } from '../../../testing/office'
import { payments } from '../tables'
import { paymentFilterValues } from './list'

onEachEngine('what the filters of the list of payments offer', (kind) => {
  const office = testOffice(kind)
  const insert = (...rows: Partial<typeof payments.$inferInsert>[]) => {
    const at = new Date('2019-03-01T00:00Z')
    const amounts = { held: 0, paid: 100, refunded: 0, chargedBack: 0 }
    const base = { state: 'paid', at, reportedAt: at, stateAt: at, authenticity: 'signature' } as const
    return office.engine.db.insert(payments).values(
      rows.map((row) => ({
        shopId: office.context.shop.id,
        uid: crypto.randomUUID(),
        ...base,
        ...amounts,
        ...row,
      })),
    )
  }

  it('are the values of all payments, each once, however long ago', async () => {
    await insert(
      ...['visa', 'master', null, 'visa', 'Belkart'].map((cardBrand) => ({ cardBrand })),
      ...['PL', 'DE', null, 'PL'].map((cardCountry) => ({ cardCountry })),
      ...['payment', 'payout', null, 'authorization', 'payout'].map((type) => ({ type })),
    )
    expect(await paymentFilterValues(office.context)).toEqual({
      type: ['authorization', 'payment', 'payout'],
      brand: ['Belkart', 'master', 'visa'],
      country: ['DE', 'PL'],
    })
  })

  it('are not what the list cannot filter by', async () => {
    await insert({ cardBrand: 'x'.repeat(101) }, { cardBrand: 'one,two' }, { cardCountry: 'Poland' })
    const { brand, country } = await paymentFilterValues(office.context)
    expect({ brand, country }).toEqual({ brand: ['Belkart', 'master', 'visa'], country: ['DE', 'PL'] })
  })

  it('are not those of another shop', async () => {
    const shop = await office.insertShop(`shop-${crypto.randomUUID()}`)
    expect(await paymentFilterValues({ ...office.context, shop })).toEqual({
      type: ['payment'],
      brand: [],
      country: [],
    })
  })
})
