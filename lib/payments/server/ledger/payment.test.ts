import { describe, expect, it } from 'vitest'
import { comparePayment, comparePayments, familiesOf, paymentOf, type AskedPrice } from './payment'
import { compareReported, mergeReported, type ReportedState } from './transaction'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 10, minute))

let serial = 0
const reported = (uid: string, change: Partial<ReportedState> = {}): ReportedState => {
  serial += 1
  return {
    uid,
    parentUid: null,
    reconciliationId: null,
    notificationId: `n-${serial}`,
    isFinal: !['incomplete', 'pending', null].includes(change.status === undefined ? 'x' : change.status),
    statedAt: at(0),
    fingerprint: String(serial).padStart(4, '0'),
    receivedAt: at(30),
    reportedAt: at(30),
    at: at(0),
    status: 'successful',
    type: 'payment',
    test: false,
    authenticity: 'signature',
    amount: 500,
    currency: 'EUR',
    cardBrand: 'visa',
    cardCountry: null,
    checkoutId: null,
    checkoutLink: null,
    productId: null,
    productLink: null,
    reason: null,
    hasBody: true,
    isWhole: false,
    ...change,
  }
}

const only = (...states: ReportedState[]) => {
  const families = familiesOf(states)
  expect(families).toHaveLength(1)
  return paymentOf(families[0]!)
}
const back = (type: string, change: Partial<ReportedState> = {}) =>
  reported(`${type}-${serial}`, { type, parentUid: 'p', at: at(5), statedAt: at(5), ...change })
const release = (amount: number | null) => back('void', { amount })
const held = () => reported('p', { type: 'authorization' })
const usd = (type: string, amount: number) => back(type, { amount, currency: 'USD' })
const inDollars = () => [held(), usd('capture', 5), usd('refund', 1)]

describe('the state and the amounts of a payment', () => {
  it.each<[string, ReportedState[], object]>([
    ['paid', [reported('p')], { state: 'paid', paid: 500, refunded: 0, chargedBack: 0 }],
    ['declined', [reported('p', { status: 'failed' })], { state: 'declined', paid: 0, tried: 500 }],
    ['under way', [reported('p', { status: 'incomplete' })], { state: 'waiting', paid: 0 }],
    ['expired', [reported('p', { status: 'expired' })], { state: 'expired', paid: 0 }],
    [
      'given back in part',
      [reported('p'), back('refund', { amount: 200 })],
      { state: 'partly_refunded', paid: 500, refunded: 200 },
    ],
    [
      'given back in two parts',
      [reported('p'), back('refund', { amount: 200 }), back('refund', { amount: 300 })],
      { state: 'refunded', refunded: 500 },
    ],
    [
      'a refund that was declined',
      [reported('p'), back('refund', { status: 'failed' })],
      { state: 'paid', refunded: 0 },
    ],
    ['charged back', [reported('p'), back('chargeback')], { state: 'disputed', chargedBack: 500 }],
    [
      'disputed',
      [reported('p'), back('chargeback', { status: 'pending' })],
      { state: 'disputed', chargedBack: 0 },
    ],
    ['a dispute that was won', [reported('p'), back('chargeback', { status: 'failed' })], { state: 'paid' }],
    ['held', [held()], { state: 'authorized', held: 500, paid: 0 }],
    ['captured in part', [held(), back('capture', { amount: 300 })], { state: 'paid', held: 500, paid: 300 }],
    ['released', [held(), back('void')], { state: 'voided', held: 500, paid: 0, refunded: 0 }],
    [
      'captured in part, and the rest released',
      [held(), back('capture', { amount: 300 }), back('void')],
      { state: 'paid', held: 300, paid: 300, refunded: 0 },
    ],
    [
      'captured in part, and some of the rest released',
      [held(), back('capture', { amount: 300 }), release(50)],
      { state: 'paid', held: 450, paid: 300 },
    ],
    [
      'captured in part, and a void that was declined',
      [held(), back('capture', { amount: 300 }), back('void', { status: 'failed' })],
      { state: 'paid', held: 500, paid: 300 },
    ],
    ['released in part', [held(), release(200)], { state: 'authorized', held: 300, paid: 0 }],
    ['released in two parts', [held(), release(200), release(300)], { state: 'voided', held: 500, paid: 0 }],
    ['released, without an amount', [held(), release(null)], { state: 'voided', held: 500 }],
    ['released, with an amount of 0', [held(), release(0)], { state: 'voided', held: 500 }],
    ['released in another currency', [held(), usd('void', 1)], { state: 'voided', held: 500 }],
    [
      'released in part before a capture, of an authorization that nobody heard of',
      [release(200), back('capture', { amount: 300, at: at(6) })],
      { state: 'paid', paid: 300 },
    ],
    ['paid and then voided', [reported('p'), back('void')], { state: 'refunded', paid: 500, refunded: 500 }],
    [
      'paid and then voided, with an amount that cannot be read',
      [reported('p'), back('void', { amount: null })],
      { state: 'partly_refunded', paid: 500, refunded: 0, hasReturned: true },
    ],
    [
      'paid and then voided in another currency',
      [reported('p'), back('void', { currency: 'USD' })],
      { state: 'partly_refunded', paid: 500, refunded: 0, hasReturned: true },
    ],
    ['captured in dollars, and released', [held(), usd('capture', 5), back('void')], { state: 'paid' }],
    ['captured in dollars, a part given back', inDollars(), { state: 'partly_refunded', paid: 0 }],
    ['captured in dollars, all given back', [...inDollars(), usd('refund', 4)], { state: 'refunded' }],
    ['no amount said', [reported('p', { amount: null }), back('refund')], { state: 'partly_refunded' }],
    [
      'a refund of what nobody heard of',
      [back('refund')],
      { uid: 'p', state: 'refunded', paid: 0, refunded: 500, tried: null },
    ],
    [
      'a refund of what nobody heard of, after one that was declined',
      [back('refund', { status: 'failed' }), back('refund', { at: at(6) })],
      { uid: 'p', state: 'refunded', refunded: 500 },
    ],
    ['a declined refund of what nobody heard of', [back('refund', { status: 'failed' })], { state: 'other' }],
    ['a refund of what failed', [reported('p', { status: 'failed' }), back('refund')], { state: 'declined' }],
    ['a payout', [reported('p', { type: 'payout' })], { state: 'paid_out', paid: 0 }],
    ['a stored card', [reported('p', { type: 'tokenization' })], { state: 'card_stored', paid: 0 }],
    [
      'a status without a documented meaning',
      [reported('p', { status: 'mended' })],
      { state: 'other', paid: 0 },
    ],
  ])('%s', (_what, states, expected) => {
    expect(only(...states)).toMatchObject(expected)
    expect(only(...states.toReversed())).toMatchObject(expected)
  })

  it('joins references over several steps, and survives cycles', () => {
    const capture = reported('c', { type: 'capture', parentUid: 'a' })
    const refund = reported('r', { type: 'refund', parentUid: 'c', amount: 100 })
    expect(only(reported('a', { type: 'authorization' }), capture, refund)).toMatchObject({
      uid: 'a',
      state: 'partly_refunded',
      paid: 500,
      refunded: 100,
    })
    const circle = [
      reported('x', { type: 'refund', parentUid: 'y' }),
      reported('y', { type: 'refund', parentUid: 'x' }),
    ]
    expect(familiesOf(circle).map(({ root }) => root)).toEqual(['x'])
    const towards = reported('a', { type: 'refund', parentUid: 'y' })
    expect(familiesOf([...circle, towards]).map(({ root }) => root)).toEqual(['x'])
  })

  it('keeps a payment that refers to another one separate', () => {
    expect(familiesOf([reported('p'), reported('again', { parentUid: 'p', type: 'charge' })])).toHaveLength(2)
  })
})

const asked: AskedPrice = { amount: 500, currency: 'EUR', isTest: false, isKnown: true }

describe('what was paid against what was asked for', () => {
  it.each<[string, ReportedState[], string | null]>([
    ['as asked', [reported('p')], null],
    ['one cent', [reported('p', { amount: 1 })], 'too_little'],
    ['a cent too much', [reported('p', { amount: 501 })], 'too_much'],
    ['another currency', [reported('p', { currency: 'USD' })], 'other_currency'],
    ['no amount', [reported('p', { amount: null })], 'amount_unknown'],
    [
      'too much, and the rest given back',
      [reported('p', { amount: 700 }), back('refund', { amount: 200 })],
      null,
    ],
    [
      'too much, and too little given back',
      [reported('p', { amount: 700 }), back('refund', { amount: 100 })],
      'too_much',
    ],
    ['as asked, and a part given back', [reported('p'), back('refund', { amount: 100 })], null],
    ['too little, and all given back', [reported('p', { amount: 1 }), back('refund', { amount: 1 })], null],
    ['held as asked', [held()], null],
    ['held as asked, and released in part', [held(), release(1)], 'too_little'],
    ['held too little', [reported('p', { type: 'authorization', amount: 1 })], 'too_little'],
    ['captured in part', [held(), back('capture', { amount: 1 })], null],
    [
      'captured in part, and the rest released',
      [held(), back('capture', { amount: 1 }), back('void')],
      'too_little',
    ],
    [
      'captured as asked, and the rest released',
      [reported('p', { type: 'authorization', amount: 900 }), back('capture'), back('void')],
      null,
    ],
    [
      'held as asked, and captured in another currency',
      [held(), back('capture', { currency: 'USD' })],
      'amount_unknown',
    ],
    ['held as asked, captured in dollars, and a part given back', inDollars(), 'amount_unknown'],
    [
      'held as asked, and captured without an amount',
      [held(), back('capture', { amount: null })],
      'amount_unknown',
    ],
    ['declined with another amount', [reported('p', { status: 'failed', amount: 1 })], null],
    ['a test for what is none', [reported('p', { test: true })], 'test_payment'],
  ])('%s', (_what, states, difference) =>
    expect(comparePayment(only(...states), asked, true)).toBe(difference),
  )

  it('is only a hint if the price at that time is unknown', () => {
    expect(comparePayment(only(reported('p', { amount: 1 })), { ...asked, isKnown: false }, true)).toBe(
      'not_todays_price',
    )
  })

  it('counts a second payment as one too many, unless the first was refunded', () => {
    const first = only(reported('p', { checkoutLink: 'payment_token' }))
    const second = only(reported('q', { at: at(3), checkoutLink: 'payment_token' }))
    expect([...comparePayments([second, first], asked, true)]).toEqual([
      ['p', null],
      ['q', 'paid_again'],
    ])
    const refunded = only(reported('p', { checkoutLink: 'payment_token' }), back('refund'))
    expect([...comparePayments([second, refunded], asked, true)].map(([, difference]) => difference)).toEqual(
      [null, null],
    )
    const follower = only(reported('f', { at: at(1), checkoutLink: 'parent' }))
    expect(comparePayments([follower, second], asked, true).get('q')).toBeNull()
  })
})

describe('which of several notifications of a transaction counts', () => {
  it('is the same in any order', () => {
    const states = [
      reported('p', { status: 'incomplete', isFinal: false, statedAt: at(9) }),
      reported('p', { status: 'failed', statedAt: at(1), checkoutId: 'k-2', checkoutLink: 'tracking_id' }),
      reported('p', {
        status: 'successful',
        statedAt: at(3),
        amount: 500,
        productId: 'prd_1',
        productLink: 'likely',
      }),
      reported('p', {
        status: 'successful',
        statedAt: at(3),
        amount: 400,
        checkoutId: 'k-1',
        checkoutLink: 'payment_token',
      }),
      reported('p', { status: 'successful', statedAt: null, amount: 1 }),
    ]
    const orders = permutations(states)
    const results = orders.map((order) => order.reduce<ReportedState | null>(mergeReported, null))
    for (const result of results) expect(result).toEqual(results[0])
    expect(results[0]).toMatchObject({
      status: 'successful',
      amount: 400,
      checkoutId: 'k-1',
      checkoutLink: 'payment_token',
      productId: 'prd_1',
    })
  })

  it('stays linked as any of them is when all are recorded again', () => {
    const begun = reported('p', {
      status: 'incomplete',
      isFinal: false,
      checkoutId: 'k-1',
      checkoutLink: 'hand',
      productId: 'prd_1',
      productLink: 'id',
    })
    const ended = reported('p', { statedAt: at(1) })
    const again = [begun, ended, begun, ended].reduce<ReportedState | null>(mergeReported, null)
    expect(again).toEqual(mergeReported(begun, ended))
    expect(again).toMatchObject({ checkoutId: 'k-1', checkoutLink: 'hand', productId: 'prd_1' })
  })
  it('is the later one by its own time, in any order of arrival', () => {
    const early = reported('p', { statedAt: at(1), receivedAt: at(50) })
    expect(compareReported(reported('p', { statedAt: at(2), receivedAt: at(3) }), early)).toBeGreaterThan(0)
  })
})

const permutations = <Item>(items: Item[]): Item[][] =>
  items.length < 2
    ? [items]
    : items.flatMap((item, place) => permutations(items.toSpliced(place, 1)).map((rest) => [item, ...rest]))
