import { describe, expect, it } from 'vitest'
import { stateAtGateway } from './settle'
import { mayBePaid, outcomeOf, stateNow, type Expiry, type PaymentOfCheckout } from './state'

const at = new Date('2026-11-22T10:00:00Z')
const payment = (
  state: PaymentOfCheckout['state'],
  change: Partial<PaymentOfCheckout> = {},
): PaymentOfCheckout => ({
  state,
  type: 'payment',
  authenticity: 'credentials',
  stateAt: at,
  ...change,
})
const expired: Expiry = { evidence: 'signature', at }

describe('what became of a checkout', () => {
  it.each<[string, PaymentOfCheckout[], Expiry[], string, string, number]>([
    ['nothing is told', [], [], 'open', 'nothing', 0],
    ['paid', [payment('paid')], [], 'paid', 'credentials', 0],
    ['held', [payment('authorized', { type: 'authorization' })], [], 'paid', 'credentials', 0],
    ['paid after it was declined', [payment('declined'), payment('paid')], [], 'paid', 'credentials', 1],
    ['paid with something else', [payment('differs')], [], 'differs', 'credentials', 0],
    [
      'paid as asked after something else',
      [payment('differs'), payment('paid')],
      [],
      'paid',
      'credentials',
      0,
    ],
    ['paid and given back', [payment('refunded')], [], 'refunded', 'credentials', 0],
    ['paid and given back in part', [payment('partly_refunded')], [], 'partly_refunded', 'credentials', 0],
    [
      'paid again after it was given back',
      [payment('refunded'), payment('paid')],
      [],
      'paid',
      'credentials',
      0,
    ],
    ['paid and disputed', [payment('disputed')], [], 'disputed', 'credentials', 0],
    ['held and released', [payment('voided', { type: 'authorization' })], [], 'voided', 'credentials', 0],
    ['a refund alone', [payment('refunded', { type: 'refund' })], [], 'open', 'nothing', 0],
    ['a chargeback alone', [payment('declined', { type: 'chargeback' })], [], 'open', 'nothing', 0],
    ['under way', [payment('waiting'), payment('declined')], [], 'pending', 'credentials', 1],
    ['declined twice', [payment('declined'), payment('expired')], [], 'declined', 'credentials', 2],
    ['declined, and then its time was over', [payment('declined')], [expired], 'expired', 'signature', 1],
    ['expired, though it was paid', [payment('paid')], [expired], 'paid', 'credentials', 0],
    ['money that goes out', [payment('paid_out', { type: 'payout' })], [], 'open', 'nothing', 0],
    [
      'a card that was only stored',
      [payment('card_stored', { type: 'tokenization' })],
      [],
      'open',
      'nothing',
      0,
    ],
    [
      'abandoned, and then its time was over',
      [payment('waiting', { stateAt: new Date(0) })],
      [expired],
      'expired',
      'signature',
      0,
    ],
    [
      'begun after its time was over',
      [payment('waiting', { stateAt: new Date('2026-11-22T10:00:01Z') })],
      [expired],
      'pending',
      'credentials',
      0,
    ],
    ['a status nobody documented', [payment('other')], [], 'open', 'nothing', 0],
  ])('%s', (_what, payments, expiries, state, restsOn, declines) =>
    expect(outcomeOf(payments, expiries, 'payment')).toMatchObject({ state, restsOn, declines }),
  )

  it('is paid by a stored card if it asked for one', () => {
    const stored = [payment('card_stored', { type: 'tokenization' })]
    expect(outcomeOf(stored, [], 'tokenization').state).toBe('paid')
    expect(outcomeOf([payment('paid')], [], 'tokenization').state).toBe('open')
  })

  it('has the newest of several states', () => {
    const later = payment('paid', { stateAt: new Date('2026-11-22T11:00:00Z'), authenticity: 'signature' })
    for (const all of [
      [payment('paid'), later],
      [later, payment('paid')],
    ])
      expect(outcomeOf(all, [], 'authorization')).toMatchObject({
        restsOn: 'signature',
        stateAt: later.stateAt,
      })
  })
})

describe('the state now', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  const row = {
    state: 'open' as const,
    restsOn: 'nothing' as const,
    stateAt: new Date('2026-11-22T10:00:00Z'),
    declines: 0,
    attempts: 1,
    expiresAt: new Date('2026-11-22T12:00:01Z'),
  }
  const over = { expiresAt: now }

  it.each([
    ['open', row, 'open', 'nothing'],
    ['under way to the gateway', { ...row, state: 'creating' as const }, 'unconfirmed', 'nothing'],
    ['over', { ...row, ...over }, 'expired', 'clock'],
    [
      'declined, to be tried again',
      { ...row, ...over, state: 'declined' as const, declines: 1, attempts: 2 },
      'expired',
      'clock',
    ],
    [
      'declined for good',
      { ...row, ...over, state: 'declined' as const, declines: 1 },
      'declined',
      'nothing',
    ],
    ['paid, and over', { ...row, ...over, state: 'paid' as const }, 'paid', 'nothing'],
    ['under way as its time is over', { ...row, ...over, state: 'pending' as const }, 'pending', 'nothing'],
    ['unconfirmed, and over', { ...row, ...over, state: 'unconfirmed' as const }, 'unconfirmed', 'nothing'],
  ])('%s', (_what, given, state, restsOn) => expect(stateNow(given, now)).toMatchObject({ state, restsOn }))

  it('says whether somebody may pay', () => {
    const later = { expiresAt: new Date(Date.now() + 60_000) }
    const may = (change: object) => mayBePaid({ ...row, ...later, ...change })
    expect([may({}), may({ state: 'unconfirmed' }), may({ state: 'pending' })]).toEqual([true, true, true])
    expect([
      may({ state: 'paid' }),
      may({ state: 'declined', declines: 1 }),
      may({ expiresAt: new Date(0) }),
    ]).toEqual([false, false, false])
  })
})

describe('what the optional query says', () => {
  it.each([
    [{ status: 'successful', finished: true }, 'paid'],
    [{ status: 'error', expired: true, finished: false }, 'expired'],
    [{ status: 'canceled', finished: true }, 'cancelled'],
    [{ status: 'failed', finished: true }, 'declined'],
    [{ status: 'processing', finished: false }, 'pending'],
    [{ status: null, finished: false }, 'open'],
    [{ status: 'mended', finished: true }, null],
    [{}, null],
  ])('%o: %s', (answer, state) => expect(stateAtGateway(answer)).toBe(state))
})
