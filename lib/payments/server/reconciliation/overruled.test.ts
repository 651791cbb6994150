import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { checkoutsOf } from '../../../checkouts/server/testing'
import { checkouts } from '../../../checkouts/server/tables'
import { customersOf } from '../../../customers/server/testing'
import { onEachEngine } from '../../../db/testing-engines'
import { notifications } from '../../../notifications/server/tables'
import { paymentDays, paymentFourHours, paymentQuarters } from '../../../overview/server/tables'
import { opened } from '../../../testing/opened'
import { testOffice } from '../../../testing/office'
import { payments, transactionStates } from '../tables'
import { statementsOf } from './testing'

onEachEngine('a statement that notifications overrule', (kind) => {
  const office = testOffice(kind)
  const here = opened(() => customersOf(office))
  const there = opened(() => statementsOf(office))
  const sums = [paymentDays, paymentQuarters, paymentFourHours]
  beforeEach(() => office.clear(notifications, payments, transactionStates, checkouts, ...sums))
  const at = '2026-11-10T10:00:00Z'
  const said = { paid_at: at, created_at: at, amount: 500 }
  const stateOf = async (uid: string) => {
    const whereThis = office.whereShop(transactionStates, eq(transactionStates.uid, uid))
    const [state] = await office.engine.db.select().from(transactionStates).where(whereThis)
    return state
  }

  it.each([[['pending', 'successful']], [['successful', 'pending']]])(
    'leaves the parent and the checkout that only an unfinished one named, in any order: %j',
    async (order) => {
      const id = await checkoutsOf(office).insert({ order: { amount: 500, tracking_id: 'ORD-9' } })
      await here.notify({ ...said, uid: 'known', amount: 100 })
      await here.notify({ ...said, uid: 'paid' })
      await here.notify({ ...said, uid: 'other' })
      const run = await there.recordLines([`back,,-5.00,EUR,${at},refund,other`], at)
      expect(run).toMatchObject({ counts: { recorded: 1 } })
      const names = { parent_uid: 'paid', tracking_id: 'ORD-9' }
      for (const status of order)
        await here.notify({
          ...said,
          uid: 'back',
          type: 'refund',
          status,
          ...(status === 'pending' && names),
        })
      expect(await stateOf('back')).toMatchObject({
        parentUid: 'paid',
        rootUid: 'paid',
        checkoutId: id,
        authenticity: 'signature',
      })
      const rows = await office.engine.db.select().from(payments).where(office.whereShop(payments))
      expect(rows.filter(({ refunded }) => refunded > 0)).toMatchObject([{ uid: 'paid', state: 'refunded' }])
    },
  )
})
