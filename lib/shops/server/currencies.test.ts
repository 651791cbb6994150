import { beforeAll, expect, it } from 'vitest'
import { checkoutsOf } from '../../checkouts/server/testing'
import { customersOf } from '../../customers/server/testing'
import { onEachEngine } from '../../db/testing-engines'
import { catalogue, emptyCatalogue } from '../../products/server/testing'
import { testOffice } from '../../testing/office'
import { shopCurrencies } from './currencies'

onEachEngine('the currencies of a shop for the filters of its lists', (kind) => {
  const office = testOffice(kind)
  beforeAll(async () => {
    await emptyCatalogue(office)
  })

  it('are those of its products, checkouts and notifications, each once, however long ago', async () => {
    const { insert } = catalogue(() => office)
    await insert(...['USD', 'EUR', null, 'eur', 'JPY', 'USD'].map((currency) => ({ currency })))
    const checkouts = checkoutsOf(office)
    const longAgo = { createdAt: new Date('2019-03-01T00:00Z') }
    await checkouts.insert({ order: { currency: 'SEK', amount: 1 } }, longAgo)
    for (const amount of [1, 999_999_999]) await checkouts.insert({ order: { currency: 'PLN', amount } })
    await customersOf(office).notify({ uid: 'uid-1', amount: 100, currency: 'CHF', description: 'Card' })
    await customersOf(office).notify({ uid: 'uid-2', amount: 100, currency: 'francs', description: 'Card' })
    const currencies = ['CHF', 'EUR', 'JPY', 'PLN', 'SEK', 'USD']
    expect(await shopCurrencies(office.context)).toEqual({ currencies })
  })

  it('are not those of another shop', async () => {
    const shop = await office.insertShop(`shop-${crypto.randomUUID()}`)
    expect(await shopCurrencies({ ...office.context, shop })).toEqual({ currencies: [] })
  })
})
