import { expect, it } from 'vitest'
import { customersOf } from '../../../customers/server/testing'
import { onEachEngine } from '../../../db/testing-engines'
import { opened } from '../../../testing/opened'
import { testOffice } from '../../../testing/office'
import { paymentReportQuery } from '../../report'
import { statementsOf } from '../reconciliation/testing'
import { paymentReportOf } from './report'

const head = 'uid;amount;currency;time;type;status;fee'
const mapping = { types: { payment: 'payment', chargeback: 'chargeback' }, decimal: ',' } as const
const at = (day: number) => `2026-11-0${day}T10:00:00.000Z`

onEachEngine('fees of statements in the report', (kind) => {
  const office = testOffice(kind)
  const here = opened(() => statementsOf(office))
  const fees = async (query: object = { from: '2026-11-01', to: '2026-11-30' }) =>
    (await paymentReportOf(office.context, paymentReportQuery.parse(query))).fees

  it('are added up by currency and day, of each transaction once', async () => {
    expect(await fees()).toEqual([])
    const rows = [
      `a;10,00;EUR;${at(1)};payment;successful;0,35`,
      `a;10,00;EUR;${at(1)};payment;successful;0,35`,
      `a;10,00;EUR;${at(4)};chargeback;successful;15,00`,
      `b;40,00;EUR;${at(2)};payment;failed;0,10`,
      `c;1.000;JPY;${at(2)};payment;successful;36`,
      `d;20,00;EUR;${at(2)};payment;successful;`,
      'Total;50,00;EUR;;;;15,45',
    ]
    await here.reconcile([head, ...rows].join('\n'), mapping)
    const stated = [
      { currency: 'EUR', rows: 3, amount: '1545' },
      { currency: 'JPY', rows: 1, amount: '36' },
    ]
    expect(await fees()).toEqual(stated)
    expect(await fees({ from: '2026-11-01', to: '2026-11-01' })).toEqual([
      { currency: 'EUR', rows: 1, amount: '35' },
    ])
    // A later statement that has one of them and another one.
    const later = [
      `a;10,00;EUR;${at(1)};payment;successful;0,40`,
      `e;20,00;EUR;${at(5)};payment;successful;1,00`,
      `;20,00;EUR;${at(5)};payment;successful;7,00`,
    ]
    const { id } = await here.reconcile([head, ...later].join('\n'), mapping)
    expect(await fees()).toEqual([{ currency: 'EUR', rows: 4, amount: '1650' }, stated[1]])
    await here.record(id)
    await here.undo(id)
    expect(await fees()).toEqual(stated)
  })

  it('of a transaction that a later statement moves to another month count there alone', async () => {
    const october = { from: '2026-10-01', to: '2026-10-31' }
    const moved = (day: string) => `moved;10,00;EUR;${day}T10:00:00.000Z;payment;successful;0,25`
    await here.reconcile([head, moved('2026-10-31')].join('\n'), mapping)
    expect(await fees(october)).toEqual([{ currency: 'EUR', rows: 1, amount: '25' }])
    const before = await fees()
    await here.reconcile([head, moved('2026-11-09')].join('\n'), mapping)
    expect(await fees(october)).toEqual([])
    expect(await fees()).not.toEqual(before)
  })

  it('are without those of a test, also where only its notification says that it is one', async () => {
    const before = await fees()
    const payments = customersOf(office)
    await payments.notify({ uid: 'test', amount: 1000, paid_at: at(3), test: true })
    await payments.notify({
      uid: 'test-back',
      type: 'refund',
      parent_uid: 'test',
      amount: 500,
      paid_at: at(3),
    })
    const rows = [
      `test;10,00;EUR;${at(3)};payment;successful;0,35`,
      `test-back;-5,00;EUR;${at(3)};refund;successful;0,15`,
    ]
    const types = { payment: 'payment', refund: 'refund' } as const
    const { counts } = await here.reconcile([head, ...rows].join('\n'), { ...mapping, types })
    expect(counts).toMatchObject({ differing: 2 })
    expect(await fees()).toEqual(before)
  })
})
