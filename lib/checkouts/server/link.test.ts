import { beforeEach, expect, it } from 'vitest'
import { onEachEngine } from '../../db/testing-engines'
import { otherShop } from '../../testing/shops/other-shop'
import { opened } from '../../testing/opened'
import { testOffice } from '../../testing/office'
import { findCandidates, noCheckout } from './link'
import { checkouts, type CheckoutRow } from './tables'
import { checkoutsOf } from './testing'

onEachEngine('the checkout of a notification with an unknown payment token', (kind) => {
  const office = testOffice(kind)
  const here = opened(() => checkoutsOf(office))
  beforeEach(() => office.clear(checkouts))

  const said = { paymentToken: 'unknown', trackingId: 'order-7', amount: 900, currency: 'EUR', test: false }
  const find = () =>
    office.engine.db.transaction(async (tx) =>
      (await findCandidates(tx, office.context.shop.id, [said])).find(said),
    )
  const insert = (row: Partial<CheckoutRow> = {}) => here.insert({ order: { tracking_id: 'order-7' } }, row)
  const unanswered = { token: null, state: 'unconfirmed' } as const

  it('is the only one that was not answered, however many are alike', async () => {
    for (let n = 0; n < 3; n++) await insert()
    const checkoutId = await insert(unanswered)
    expect(await find()).toEqual({ checkoutId, checkoutLink: 'tracking_id' })
  })

  it('is none where two were not answered, also beside one that was', async () => {
    await insert(unanswered)
    for (let n = 0; n < 3; n++) await insert()
    await insert(unanswered)
    expect(await find()).toEqual(noCheckout)
  })

  it('is none of another shop', async () => {
    await insert({ ...unanswered, shopId: otherShop })
    expect(await find()).toEqual(noCheckout)
  })
})
