import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { customersOf } from '../../../customers/server/testing'
import { onEachEngine } from '../../../db/testing-engines'
import { notifications } from '../../../notifications/server/tables'
import { countedShops, paymentDays, paymentFourHours, paymentQuarters } from '../../../overview/server/tables'
import { opened } from '../../../testing/opened'
import { testOffice } from '../../../testing/office'
import { paymentReportQuery } from '../../report'
import { countEarlier } from '../ledger/earlier'
import { lockLedger, relinkTransactions } from '../ledger/ledger'
import { writeStates } from '../ledger/sums'
import { paymentReportOf } from '../report/report'
import { payments, transactionStates } from '../tables'
import { statementsOf } from './testing'

onEachEngine('refunds that an earlier release recorded as real', (kind) => {
  const office = testOffice(kind)
  const here = opened(() => customersOf(office))
  const there = opened(() => statementsOf(office))
  const sums = [paymentDays, paymentQuarters, paymentFourHours, countedShops]
  beforeEach(() => office.clear(notifications, payments, transactionStates, ...sums))
  const at = '2026-11-10T10:00:00Z'
  const said = { paid_at: at, created_at: at, amount: 1000 }
  const refunded = async () => {
    const query = paymentReportQuery.parse({ from: '2026-11-10', to: '2026-11-10' })
    return (await paymentReportOf(office.context, query)).currencies.map(({ total }) => total.refunded)
  }
  const shopId = () => office.context.shop.id

  /** A refund of a test that an earlier release recorded from a statement: not a test, and in the sums. */
  const begin = async () => {
    await here.notify({ ...said, uid: 'known', amount: 100 })
    await here.notify({ ...said, uid: 'tested', test: true })
    const run = await there.recordLines([`back,,-10.00,EUR,${at},refund,tested`], at)
    expect(run).toMatchObject({ counts: { recorded: 1 } })
    const whereBack = office.whereShop(transactionStates, eq(transactionStates.uid, 'back'))
    const [state] = await office.engine.db.select().from(transactionStates).where(whereBack)
    await office.engine.db.transaction((tx) =>
      writeStates(tx, shopId(), [{ ...state!, test: false, countsAs: 'refunded' }]),
    )
    expect(await refunded()).toEqual(['1000'])
    return run.id
  }

  it('are in no sum once the shop is counted again, and as soon as the payment changes', async () => {
    await begin()
    await countEarlier(office.engine, shopId(), { until: Infinity })
    expect(await refunded()).toEqual(['0'])
    await office.clear(notifications, payments, transactionStates, ...sums)
    await begin()
    await office.engine.db.transaction(async (tx) => {
      await lockLedger(tx, shopId())
      await relinkTransactions(tx, office.context.shop, [{ uid: 'tested' }])
    })
    expect(await refunded()).toEqual(['0'])
  })

  it('are compared as tests, and taken back without leaving anything', async () => {
    const id = await begin()
    const lines = [
      'uid,amount,currency,paid_at,type',
      `known,1.00,EUR,${at},payment`,
      `back,-10.00,EUR,${at},refund`,
    ]
    const again = await there.reconcile(lines.join('\n'))
    expect(await there.rows(again.id, 'differing')).toMatchObject([
      { differences: ['test'], here: { uid: 'back', test: true } },
    ])
    await there.undo(id)
    expect(await refunded()).toEqual(['0'])
  })
})
