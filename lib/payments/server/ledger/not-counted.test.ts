import { expect, it } from 'vitest'
import { onEachEngine } from '../../../db/testing-engines'
import { testOffice } from '../../../testing/office'
import { paymentListQuery } from '../../list'
import { listPayments } from '../listing/list'
import { testDay } from './testing-day'

const most = Number.MAX_SAFE_INTEGER

onEachEngine('what is in no sum', (kind) => {
  const office = testOffice(kind)
  const { tell, overview, report } = testDay(office)
  const list = async () => (await listPayments(office.context, paymentListQuery.parse({ sort: 'at' }))).items
  const notCounted = async () =>
    (await list()).flatMap(({ steps }) => steps.map((step) => [step.uid, step.not_counted]))

  it('is not counted, and says so: no amount, a word or nothing as the currency', async () => {
    await tell('paid', 1, { amount: 500 })
    await tell('word', 2, { amount: 500, currency: 'Euro' })
    await tell('small', 3, { amount: 500, currency: 'eur' })
    await tell('none', 4, { amount: 500, currency: null })
    await tell('unsaid', 5, { amount: null })
    await tell('waiting', 6, { amount: null, status: 'pending' })
    await tell('held', 7, { amount: null, type: 'authorization' })
    expect(await notCounted()).toEqual([
      ['paid', null],
      ['word', 'currency'],
      ['small', 'currency'],
      ['none', 'currency'],
      ['unsaid', 'amount'],
      ['waiting', null],
      ['held', null],
    ])
  })

  it('is not counted, and says so: transfers, payouts, and types that nobody documented', async () => {
    const types = ['payment', 'aft', 'p2p', 'payout', 'oct', 'checkup', 'of tomorrow']
    for (const [minute, type] of types.entries()) await tell(type, minute, { type, amount: 500 })
    await tell('declined', 30, { type: 'p2p', amount: 500, status: 'failed' })
    await tell('nothing', 31, { type: 'fraud_advice', amount: null })
    expect(await notCounted()).toEqual([
      ['payment', null],
      ['aft', 'type'],
      ['p2p', 'type'],
      ['payout', 'type'],
      ['oct', 'type'],
      ['checkup', null],
      ['of tomorrow', 'type'],
      ['declined', null],
      ['nothing', null],
    ])
    expect(await report()).toMatchObject({ payments: 1, paid: '500', failed: 0, net: '500' })
  })

  it('is not counted, and says so: what would make one payment more than a number holds', async () => {
    const told = [
      () => tell('a', 0, { type: 'authorization', amount: 500 }),
      () => tell('c1', 1, { type: 'capture', parent_uid: 'a', amount: most }),
      () => tell('c2', 2, { type: 'capture', parent_uid: 'a', amount: most }),
      () => tell('r', 3, { type: 'refund', parent_uid: 'a', amount: 7 }),
      () => tell('b', 4, { type: 'chargeback', parent_uid: 'a', amount: most }),
    ]
    // In any order of arrival.
    for (const one of told.toReversed()) await one()
    expect(await notCounted()).toEqual([
      ['a', null],
      ['c1', null],
      ['c2', 'sum'],
      ['r', null],
      ['b', 'sum'],
    ])
    expect(await list()).toMatchObject([{ paid: most, refunded: 7, charged_back: 0, net: most - 7 }])
    expect(await report()).toMatchObject({
      payments: 1,
      paid: String(most),
      refunded: '7',
      charged_back: '0',
    })
    expect((await overview()).now).toMatchObject({ payments: 1, paid: most, refunded: 7, net: most - 7 })
  })
})
