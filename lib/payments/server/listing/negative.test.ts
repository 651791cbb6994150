import { beforeAll, expect, it } from 'vitest'
import { customersOf } from '../../../customers/server/testing'
import { onEachEngine } from '../../../db/testing-engines'
import { testOffice } from '../../../testing/office'
import { paymentListQuery } from '../../list'
import { listPayments } from './list'

onEachEngine('a payment with a negative amount', (kind) => {
  const office = testOffice(kind)

  beforeAll(async () => {
    const { notify } = customersOf(office)
    await notify({ uid: 'odd', amount: -500, created_at: '2026-11-20T10:00:00Z' })
    await notify({ uid: 'usual', amount: 500, created_at: '2026-11-21T10:00:00Z' })
  })

  it.each([
    ['at', {}, ['odd', 'usual']],
    ['amount', {}, ['odd', 'usual']],
    ['-amount', {}, ['usual', 'odd']],
    ['amount', { amount_to: 100 }, ['odd']],
    ['amount', { amount_from: 0 }, ['usual']],
  ])('is in the list by %s with %j as far as its amount is', async (sort, amounts, uids) => {
    const query = paymentListQuery.parse({ sort, currency: 'EUR', ...amounts })
    expect((await listPayments(office.context, query)).items.map(({ uid }) => uid)).toEqual(uids)
  })
})
