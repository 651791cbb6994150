import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { onEachEngine } from '../../../db/testing-engines'
import { notifications } from '../../../notifications/server/tables'
import { testOffice } from '../../../testing/office'
import { paymentListQuery } from '../../list'
import { listPayments } from '../listing/list'
import { transactionStates } from '../tables'
import { lockLedger, relinkTransactions } from './ledger'
import { testDay } from './testing-day'

onEachEngine('a refund or a void without an amount', (kind) => {
  const office = testOffice(kind)
  const { tell, overview, report } = testDay(office)
  const list = async () => (await listPayments(office.context, paymentListQuery.parse({}))).items
  const workOutAgain = (uid: string) =>
    office.engine.db.transaction(async (tx) => {
      await lockLedger(tx, office.context.shop.id)
      await relinkTransactions(tx, office.context.shop, [{ uid }])
    })
  const shown = async () =>
    (await list()).map(({ state, refunded, steps }) => [
      state,
      refunded,
      steps.map((step) => step.not_counted ?? step.amount),
    ])

  const paid = () => tell('paid', 1, { amount: 500 })
  const some = () => tell('some', 3, { type: 'refund', parent_uid: 'paid', amount: 200 })
  /** Leaves the amount out. */
  const back = (uid: string, minute: number, fields: object) =>
    tell(uid, minute, { amount: undefined, ...fields })
  const rest = (type: string, more: object = {}) => back('rest', 2, { type, parent_uid: 'paid', ...more })

  it.each(['refund', 'void'])('returns the whole, in any order: %s', async (type) => {
    for (const order of [
      [paid, () => rest(type)],
      [() => rest(type), paid],
    ]) {
      await office.clear(notifications)
      for (const one of order) await one()
      expect(await shown()).toEqual([['refunded', 500, [500, 500]]])
      expect(await report()).toMatchObject({ paid: '500', refunds: 1, refunded: '500', net: '0' })
      expect((await overview()).now).toMatchObject({ paid: 500, refunded: 500, net: 0 })
    }
  })

  it('returns what all others leave, whenever they come', async () => {
    await paid()
    await rest('refund', { amount: null, currency: null })
    expect(await shown()).toEqual([['refunded', 500, [500, 500]]])
    await some()
    expect(await shown()).toEqual([['refunded', 500, [500, 300, 200]]])
    await back('again', 4, { type: 'void', parent_uid: 'paid' })
    expect(await shown()).toEqual([['refunded', 500, [500, 300, 200, 0]]])
    expect(await report()).toMatchObject({ refunds: 3, refunded: '500', net: '0' })
  })

  it('returns what it names, and nothing of another capture', async () => {
    await tell('held', 0, { type: 'authorization', amount: 900 })
    await tell('one', 1, { type: 'capture', parent_uid: 'held', amount: 300 })
    await tell('two', 2, { type: 'capture', parent_uid: 'held', amount: 400 })
    await back('back', 3, { type: 'void', parent_uid: 'one' })
    expect(await shown()).toEqual([['partly_refunded', 300, [900, 300, 400, 300]]])
    await back('all', 4, { type: 'refund', parent_uid: 'held' })
    expect(await shown()).toEqual([['refunded', 700, [900, 300, 400, 300, 400]]])
  })

  it.each(['5,00', '', {}, '9007199254740993', -1])(
    'is not meant by one that cannot be counted: %j',
    async (amount) => {
      await paid()
      await rest('void', { amount })
      expect(await shown()).toEqual([['partly_refunded', 0, [500, 'amount']]])
      expect(await report()).toMatchObject({ paid: '500', refunded: '0' })
    },
  )

  it('is not meant where only the acquirer names an amount, or the payment has none', async () => {
    await paid()
    await rest('refund', { refund: { amount: 200 } })
    expect(await shown()).toEqual([['partly_refunded', 0, [500, 'amount']]])
    await tell('paid', 5, { amount: {} })
    expect(await shown()).toEqual([['partly_refunded', 0, ['amount', 'amount']]])
  })

  it('stays worked out after its body is gone, and is counted if an earlier release did not', async () => {
    await paid()
    await rest('void')
    const whereRest = office.whereShop(transactionStates, eq(transactionStates.uid, 'rest'))
    await office.engine.db.update(transactionStates).set({ amount: null, countsAs: null }).where(whereRest)
    await workOutAgain('paid')
    expect(await shown()).toEqual([['refunded', 500, [500, 500]]])
    const bare = { body: Buffer.alloc(0), payloadRemovedAt: new Date() }
    await office.engine.db.update(notifications).set(bare).where(office.whereShop(notifications))
    await some()
    expect(await shown()).toEqual([['refunded', 500, [500, 300, 200]]])
  })
})
