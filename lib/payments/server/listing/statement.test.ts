import { beforeAll, expect, it } from 'vitest'
import { customersOf } from '../../../customers/server/testing'
import { onEachEngine } from '../../../db/testing-engines'
import { testOffice } from '../../../testing/office'
import { paymentListQuery } from '../../list'
import { paymentReportQuery } from '../../report'
import { statementsOf } from '../reconciliation/testing'
import { paymentReportOf } from '../report/report'
import { listPayments } from './list'

onEachEngine('what was paid as a statement alone says', (kind) => {
  const office = testOffice(kind)
  const at = '2026-11-10T10:00:00Z'
  const days = { day_from: '2026-11-10', day_to: '2026-11-10' }

  beforeAll(async () => {
    const here = customersOf(office)
    const there = statementsOf(office)
    await here.notify({ uid: 'known', amount: 100, paid_at: at, created_at: at })
    const run = await there.reconcile(
      [
        'uid,amount,currency,paid_at,type,parent_uid',
        `known,1.00,EUR,${at},payment,`,
        `kept,9.00,EUR,${at},payment,`,
        `returned,8.00,EUR,${at},payment,`,
        `refund,1.00,EUR,${at},refund,known`,
      ].join('\n'),
    )
    await there.record(run.id)
    await here.notify({ uid: 'r', type: 'refund', parent_uid: 'returned', amount: 300 })
  })

  it('is as many in the list as in the report, also where a notification says more of the payment', async () => {
    const report = await paymentReportOf(
      office.context,
      paymentReportQuery.parse({ from: days.day_from, to: days.day_to }),
    )
    expect(report.from_statements).toEqual([{ currency: 'EUR', payments: 2, paid: '1700' }])
    const query = { counted: 'paid', evidence: 'statement', currency: 'EUR', ...days }
    for (const sort of ['at', 'amount']) {
      const list = await listPayments(office.context, paymentListQuery.parse({ ...query, sort }))
      expect(list.items.map(({ uid }) => uid).toSorted()).toEqual(['kept', 'returned'])
      expect(list.counted).toEqual({ amount: '1700', currency: 'EUR', transactions: 2 })
    }
  })

  it('is otherwise what the state of a payment rests on', async () => {
    const { items } = await listPayments(office.context, paymentListQuery.parse({ evidence: 'statement' }))
    expect(items.map(({ uid }) => uid).toSorted()).toEqual(['kept', 'known'])
  })
})
