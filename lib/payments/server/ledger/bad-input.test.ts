import { beforeEach, expect, it } from 'vitest'
import { customersOf } from '../../../customers/server/testing'
import { onEachEngine } from '../../../db/testing-engines'
import { processNotification } from '../../../notifications/server/interpreting/process'
import { notifications } from '../../../notifications/server/tables'
import { paymentDays, paymentFourHours, paymentQuarters } from '../../../overview/server/tables'
import { opened } from '../../../testing/opened'
import { testOffice } from '../../../testing/office'
import { paymentExportQuery } from '../../export'
import { paymentListQuery } from '../../list'
import { paymentReportQuery } from '../../report'
import { readPaymentDetail } from '../detail/detail'
import { exportPayments } from '../listing/export'
import { listPayments } from '../listing/list'
import { paymentReportOf } from '../report/report'
import { payments, transactionStates } from '../tables'
import { notificationOf } from '../testing'

onEachEngine('odd transactions are shown for what they are, and count once', (kind) => {
  const office = testOffice(kind)
  const here = opened(() => customersOf(office))
  const day = '2026-11-20'
  beforeEach(() =>
    office.clear(notifications, payments, transactionStates, paymentDays, paymentQuarters, paymentFourHours),
  )

  const tell = (uid: string, said: object = {}, minute = 0) => {
    const at = `${day}T10:${String(minute).padStart(2, '0')}:00Z`
    return here.notify({
      uid,
      amount: 500,
      currency: 'EUR',
      created_at: at,
      updated_at: at,
      paid_at: at,
      ...said,
    })
  }
  /** Reports an amount that no number can hold. */
  const tellBeyond = async (amount: string, minute: number) => {
    const { id, ...row } = notificationOf(office.context.shop.id, {}, { isProcessed: false })
    const said = `"uid":"beyond","type":"payment","status":"successful","currency":"EUR","paid_at":"${day}T10:0${minute}:00Z"`
    const body = Buffer.from(`{"transaction":{${said},"amount":${amount}}}`)
    await office.engine.db.insert(notifications).values({ id, ...row, body })
    await processNotification(office.context, id)
  }
  const list = async () => (await listPayments(office.context, paymentListQuery.parse({ sort: 'at' }))).items
  /** By currency: count and sums, and of the row of the day the same. */
  const report = async () => {
    const query = paymentReportQuery.parse({ from: day, to: day, by: 'day' })
    const { currencies } = await paymentReportOf(office.context, query)
    return Object.fromEntries(
      currencies.map(({ currency, total, rows }) => {
        expect(rows).toHaveLength(1)
        expect(rows[0]).toMatchObject(total)
        return [currency, [total.payments, total.paid, total.refunded, total.net]]
      }),
    )
  }
  const exported = async (columns: string) => {
    const pieces: string[] = []
    const query = paymentExportQuery.parse({ columns, sort: 'at' })
    for await (const piece of exportPayments(office.context, query)) pieces.push(piece)
    return pieces.join('').trimEnd().split('\r\n').slice(1)
  }

  it('in currencies without a minor unit, with three decimals, and unknown ones', async () => {
    await tell('yen', { amount: 65, currency: 'JPY' }, 1)
    await tell('dinar', { amount: 1234, currency: 'KWD' }, 2)
    await tell('unknown', { amount: 500, currency: 'XQX' }, 3)
    await tell('word', { amount: 500, currency: 'Euro' }, 4)
    await tell('none', { amount: 500, currency: null }, 5)
    expect((await list()).map((one) => [one.uid, one.amount, one.currency, one.paid])).toEqual([
      ['yen', 65, 'JPY', 65],
      ['dinar', 1234, 'KWD', 1234],
      ['unknown', 500, 'XQX', 500],
      ['word', 500, 'Euro', 0],
      ['none', 500, null, 0],
    ])
    expect(await report()).toEqual({
      JPY: [1, '65', '0', '65'],
      KWD: [1, '1234', '0', '1234'],
      XQX: [1, '500', '0', '500'],
    })
    expect(await exported('uid,price,currency,amount')).toEqual([
      'yen,65,JPY,65',
      'dinar,1.234,KWD,1234',
      'unknown,5.00,XQX,500',
      'word,5.00,Euro,500',
      'none,,,500',
    ])
  })

  it('of nothing, and of more than a number holds, which is kept as text', async () => {
    await tell('free', { amount: 0 }, 1)
    await tell('most', { amount: Number.MAX_SAFE_INTEGER }, 2)
    await tellBeyond('9007199254740993', 3)
    expect((await list()).map((one) => [one.uid, one.state, one.amount, one.paid])).toEqual([
      ['free', 'paid', 0, 0],
      ['most', 'paid', Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
      ['beyond', 'paid', null, 0],
    ])
    const { sources } = await readPaymentDetail(office.context, 'beyond')
    expect(sources.map(({ amount, amount_sent: sent }) => [amount, sent])).toEqual([
      [null, '9007199254740993'],
    ])
    expect(await report()).toEqual({ EUR: [2, '9007199254740991', '0', '9007199254740991'] })
  })

  it('of several amounts that no number holds, each of which is listed once', async () => {
    await tellBeyond('9007199254740993', 1)
    await tellBeyond('9007199254740995', 2)
    await tellBeyond('9007199254740995', 3)
    const { sources } = await readPaymentDetail(office.context, 'beyond')
    expect(sources.map(({ amount_sent: sent }) => sent)).toEqual(['9007199254740993', '9007199254740995'])
  })

  it('of two types under one UID: one counts, and both are listed', async () => {
    await tell('both', { type: 'payment', amount: 500 }, 1)
    await tell('both', { type: 'refund', amount: 200, parent_uid: 'sold' }, 2)
    await tell('sold', { amount: 900 }, 0)
    expect((await list()).map((one) => [one.uid, one.state, one.paid, one.refunded])).toEqual([
      ['sold', 'partly_refunded', 900, 200],
    ])
    expect(await report()).toEqual({ EUR: [1, '900', '200', '700'] })
    const { sources } = await readPaymentDetail(office.context, 'both')
    expect(sources.map(({ uid, type, decides }) => [uid, type, decides])).toEqual([
      ['sold', 'payment', true],
      ['both', 'payment', false],
      ['both', 'refund', true],
    ])
  })

  it.each([['before its payment'], ['after it']])('as a refund %s', async (order) => {
    const both = [
      () => tell('back', { type: 'refund', parent_uid: 'paid', amount: 200 }, 5),
      () => tell('paid', { amount: 500 }, 1),
    ]
    for (const one of order === 'after it' ? both.toReversed() : both) await one()
    expect((await list()).map((one) => [one.uid, one.state, one.paid, one.refunded, one.net])).toEqual([
      ['paid', 'partly_refunded', 500, 200, 300],
    ])
    expect(await report()).toEqual({ EUR: [1, '500', '200', '300'] })
  })

  it('as a refund larger than its payment, in another currency, and of an unknown one', async () => {
    await tell('small', { amount: 500 }, 1)
    await tell('large-back', { type: 'refund', parent_uid: 'small', amount: 800 }, 2)
    await tell('euros', { amount: 500 }, 3)
    await tell('dollars-back', { type: 'refund', parent_uid: 'euros', amount: 300, currency: 'USD' }, 4)
    await tell('orphan', { type: 'refund', parent_uid: 'never-heard', amount: 100 }, 5)
    await tell('lone', { type: 'refund', amount: 50 }, 6)
    expect((await list()).map((one) => [one.uid, one.state, one.paid, one.refunded, one.net])).toEqual([
      ['small', 'refunded', 500, 800, -300],
      ['euros', 'partly_refunded', 500, 0, 500],
      ['never-heard', 'refunded', 0, 100, -100],
      ['lone', 'refunded', 0, 50, -50],
    ])
    const euros = (await list()).find(({ uid }) => uid === 'euros')
    expect(euros?.steps.map(({ uid, amount, currency }) => [uid, amount, currency])).toEqual([
      ['euros', 500, 'EUR'],
      ['dollars-back', 300, 'USD'],
    ])
    expect(await report()).toEqual({
      EUR: [2, '1000', '950', '50'],
      USD: [0, '0', '300', '-300'],
    })
  })
})
