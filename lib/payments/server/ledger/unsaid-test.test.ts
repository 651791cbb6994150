import { describe, expect, it } from 'vitest'
import { onEachEngine } from '../../../db/testing-engines'
import { testOffice } from '../../../testing/office'
import { paymentListQuery } from '../../list'
import { paymentReportQuery } from '../../report'
import { listPayments } from '../listing/list'
import { paymentReportOf } from '../report/report'
import { testDay } from './testing-day'

onEachEngine('a payment with a test card in a live shop', (kind) => {
  const office = testOffice(kind)
  const { tell, overview } = testDay(office)

  describe.each([
    ['held', {}],
    ['taken', {}],
    ['held', { test: false }],
    ['taken', { test: false }],
    ['back', { test: false }],
  ])('of which only the notification %s says so, the others %j', (which, others) => {
    it.each(['first', 'last'])('counts among the tests alone, that one %s', async (place) => {
      const test = (uid: string) => (uid === which ? { test: true } : others)
      const all = [
        () => tell('held', 0, { type: 'authorization', amount: 500, ...test('held') }),
        () => tell('taken', 1, { type: 'capture', parent_uid: 'held', amount: 500, ...test('taken') }),
        () => tell('back', 2, { type: 'refund', parent_uid: 'taken', amount: 200, ...test('back') }),
        () => tell('charged', 3, { type: 'chargeback', parent_uid: 'held', amount: 100, ...test('charged') }),
      ]
      for (const one of place === 'first' ? all : all.toReversed()) await one()
      const days = { from: '2026-11-20', to: '2026-11-20' }
      const { currencies, tests } = await paymentReportOf(office.context, paymentReportQuery.parse(days))
      expect([currencies, tests]).toEqual([[], [{ currency: 'EUR', payments: 1, paid: '500' }]])
      expect((await overview()).now).toMatchObject({ paid: 0, payments: 0, refunds: 0, chargebacks: 0 })
      const list = (query: object) => listPayments(office.context, paymentListQuery.parse(query))
      expect((await list({ counted: 'paid' })).items).toEqual([])
      expect((await list({ test: true })).items).toMatchObject([{ uid: 'held', paid: 500, refunded: 200 }])
    })
  })

  it.each(['first', 'last'])(
    'is one if only its notification of an attempt says so, which comes %s',
    async (place) => {
      const all = [
        () => tell('tried', 0, { status: 'pending', test: true }),
        () => tell('tried', 1, { amount: 500 }),
        () => tell('tried', 2, { amount: 500, test: false }),
      ]
      for (const one of place === 'first' ? all : all.toReversed()) await one()
      expect((await overview()).now).toMatchObject({ paid: 0, payments: 0 })
      const { items } = await listPayments(office.context, paymentListQuery.parse({}))
      expect(items).toMatchObject([{ uid: 'tried', state: 'paid', test: true }])
    },
  )
})
