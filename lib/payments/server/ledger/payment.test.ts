import { describe, expect, it } from 'vitest'
import { comparePayment, comparePayments, familiesOf, paymentOf, type Asked } from './payment'
import { compareReported, mergeReported, type ReportedState } from './transaction'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 10, minute))

let serial = 0
const told = (uid: string, change: Partial<ReportedState> = {}): ReportedState => {
  serial += 1
  return {
    uid,
    parentUid: null,
    reconciliationId: null,
    notificationId: `n-${serial}`,
    isFinal: !['incomplete', 'pending', null].includes(change.status === undefined ? 'x' : change.status),
    saidAt: at(0),
    fingerprint: String(serial).padStart(4, '0'),
    receivedAt: at(30),
    heardAt: at(30),
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
    ...change,
  }
}

const only = (...states: ReportedState[]) => {
  const families = familiesOf(states)
  expect(families).toHaveLength(1)
  return paymentOf(families[0]!)
}
const back = (type: string, change: Partial<ReportedState> = {}) =>
  told(`${type}-${serial}`, { type, parentUid: 'p', at: at(5), saidAt: at(5), ...change })

describe('the state and the amounts of a payment', () => {
  it.each<[string, ReportedState[], object]>([
    ['paid', [told('p')], { state: 'paid', paid: 500, refunded: 0, chargedBack: 0 }],
    ['declined', [told('p', { status: 'failed' })], { state: 'declined', paid: 0, tried: 500 }],
    ['under way', [told('p', { status: 'incomplete' })], { state: 'waiting', paid: 0 }],
    ['expired', [told('p', { status: 'expired' })], { state: 'expired', paid: 0 }],
    [
      'given back in part',
      [told('p'), back('refund', { amount: 200 })],
      { state: 'partly_refunded', paid: 500, refunded: 200 },
    ],
    [
      'given back in two parts',
      [told('p'), back('refund', { amount: 200 }), back('refund', { amount: 300 })],
      { state: 'refunded', refunded: 500 },
    ],
    [
      'a refund that was declined',
      [told('p'), back('refund', { status: 'failed' })],
      { state: 'paid', refunded: 0 },
    ],
    ['charged back', [told('p'), back('chargeback')], { state: 'disputed', chargedBack: 500 }],
    [
      'disputed',
      [told('p'), back('chargeback', { status: 'pending' })],
      { state: 'disputed', chargedBack: 0 },
    ],
    ['a dispute that was won', [told('p'), back('chargeback', { status: 'failed' })], { state: 'paid' }],
    ['held', [told('p', { type: 'authorization' })], { state: 'authorized', held: 500, paid: 0 }],
    [
      'captured in part',
      [told('p', { type: 'authorization' }), back('capture', { amount: 300 })],
      { state: 'paid', held: 500, paid: 300 },
    ],
    [
      'released',
      [told('p', { type: 'authorization' }), back('void')],
      { state: 'voided', held: 500, paid: 0, refunded: 0 },
    ],
    ['paid and then voided', [told('p'), back('void')], { state: 'refunded', paid: 500, refunded: 500 }],
    [
      'a refund of what nobody heard of',
      [back('refund')],
      { uid: 'p', state: 'refunded', paid: 0, refunded: 500, tried: null },
    ],
    ['a refund of what failed', [told('p', { status: 'failed' }), back('refund')], { state: 'declined' }],
    ['a payout', [told('p', { type: 'payout' })], { state: 'paid_out', paid: 0 }],
    ['a stored card', [told('p', { type: 'tokenization' })], { state: 'card_stored', paid: 0 }],
    ['a status without a documented meaning', [told('p', { status: 'mended' })], { state: 'other', paid: 0 }],
  ])('%s', (_what, states, expected) => {
    expect(only(...states)).toMatchObject(expected)
    expect(only(...states.toReversed())).toMatchObject(expected)
  })

  it('joins what refers to it over several steps, and survives a circle', () => {
    const capture = told('c', { type: 'capture', parentUid: 'a' })
    const refund = told('r', { type: 'refund', parentUid: 'c', amount: 100 })
    expect(only(told('a', { type: 'authorization' }), capture, refund)).toMatchObject({
      uid: 'a',
      state: 'partly_refunded',
      paid: 500,
      refunded: 100,
    })
    const circle = [
      told('x', { type: 'refund', parentUid: 'y' }),
      told('y', { type: 'refund', parentUid: 'x' }),
    ]
    expect(familiesOf(circle).map(({ root }) => root)).toEqual(['x'])
  })

  it('keeps a payment that refers to another one apart', () => {
    expect(familiesOf([told('p'), told('again', { parentUid: 'p', type: 'charge' })])).toHaveLength(2)
  })
})

const asked: Asked = { amount: 500, currency: 'EUR', isTest: false, isKnown: true }

describe('what was paid against what was asked for', () => {
  it.each<[string, ReportedState[], string | null]>([
    ['as asked', [told('p')], null],
    ['one cent', [told('p', { amount: 1 })], 'too_little'],
    ['a cent too much', [told('p', { amount: 501 })], 'too_much'],
    ['another currency', [told('p', { currency: 'USD' })], 'other_currency'],
    ['no amount', [told('p', { amount: null })], 'amount_unknown'],
    [
      'too much, and the rest given back',
      [told('p', { amount: 700 }), back('refund', { amount: 200 })],
      null,
    ],
    [
      'too much, and too little given back',
      [told('p', { amount: 700 }), back('refund', { amount: 100 })],
      'too_much',
    ],
    ['as asked, and a part given back', [told('p'), back('refund', { amount: 100 })], null],
    ['too little, and all given back', [told('p', { amount: 1 }), back('refund', { amount: 1 })], null],
    ['held as asked', [told('p', { type: 'authorization' })], null],
    ['held too little', [told('p', { type: 'authorization', amount: 1 })], 'too_little'],
    ['captured in part', [told('p', { type: 'authorization' }), back('capture', { amount: 1 })], null],
    ['declined with another amount', [told('p', { status: 'failed', amount: 1 })], null],
    ['a test for what is none', [told('p', { test: true })], 'test_payment'],
  ])('%s', (_what, states, difference) =>
    expect(comparePayment(only(...states), asked, true)).toBe(difference),
  )

  it('is only a hint where the price of that time is not known', () => {
    expect(comparePayment(only(told('p', { amount: 1 })), { ...asked, isKnown: false }, true)).toBe(
      'not_todays_price',
    )
  })

  it('takes a second payment of the same for one too many, unless the first went back', () => {
    const first = only(told('p', { checkoutLink: 'payment_token' }))
    const second = only(told('q', { at: at(3), checkoutLink: 'payment_token' }))
    expect([...comparePayments([second, first], asked, true)]).toEqual([
      ['p', null],
      ['q', 'paid_again'],
    ])
    const refunded = only(told('p', { checkoutLink: 'payment_token' }), back('refund'))
    expect([...comparePayments([second, refunded], asked, true)].map(([, difference]) => difference)).toEqual(
      [null, null],
    )
    const follower = only(told('f', { at: at(1), checkoutLink: 'parent' }))
    expect(comparePayments([follower, second], asked, true).get('q')).toBeNull()
  })
})

describe('which of several notifications of a transaction counts', () => {
  it('is the same in any order', () => {
    const states = [
      told('p', { status: 'incomplete', isFinal: false, saidAt: at(9) }),
      told('p', { status: 'failed', saidAt: at(1), checkoutId: 'k-2', checkoutLink: 'tracking_id' }),
      told('p', {
        status: 'successful',
        saidAt: at(3),
        amount: 500,
        productId: 'prd_1',
        productLink: 'likely',
      }),
      told('p', {
        status: 'successful',
        saidAt: at(3),
        amount: 400,
        checkoutId: 'k-1',
        checkoutLink: 'payment_token',
      }),
      told('p', { status: 'successful', saidAt: null, amount: 1 }),
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

  it('is the later by its own time, whenever it came', () => {
    const early = told('p', { saidAt: at(1), receivedAt: at(50) })
    expect(compareReported(told('p', { saidAt: at(2), receivedAt: at(3) }), early)).toBeGreaterThan(0)
  })
})

const permutations = <Item>(items: Item[]): Item[][] =>
  items.length < 2
    ? [items]
    : items.flatMap((item, place) => permutations(items.toSpliced(place, 1)).map((rest) => [item, ...rest]))
