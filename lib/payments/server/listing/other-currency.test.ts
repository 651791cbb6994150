import { beforeAll, expect, it } from 'vitest'
import { customersOf } from '../../../customers/server/testing'
import { onEachEngine } from '../../../db/testing-engines'
import { testOffice } from '../../../testing/office'
import { paymentListQuery } from '../../list'
import { listPayments } from './list'

onEachEngine('a payment in euros of which dollars were refunded', (kind) => {
  const office = testOffice(kind)
  const page = (query: object) => listPayments(office.context, paymentListQuery.parse(query))

  beforeAll(async () => {
    const { notify } = customersOf(office)
    const at = { status: 'successful', created_at: '2026-11-20T10:00:00Z' }
    await notify({ ...at, uid: 'p', type: 'payment', amount: 500, currency: 'EUR' })
    await notify({ ...at, uid: 'r', type: 'refund', parent_uid: 'p', amount: 300, currency: 'USD' })
    await notify({ ...at, uid: 'kept', type: 'payment', amount: 500, currency: 'EUR' })
  })

  it('is listed under the refunds in dollars, whose sum is in dollars', async () => {
    const { items, counted } = await page({ counted: 'refunded', currency: 'USD' })
    expect(items).toMatchObject([{ uid: 'p', currency: 'EUR' }])
    expect(counted).toEqual({ amount: '300', currency: 'USD', transactions: 1 })
  })
})
