import { describe, expect, it } from 'vitest'
import { stateAtGateway } from './check'
import { mayBePaid, outcomeOf, stateNow, type Told } from './state'

const told = (status: string | null, change: Partial<Told> = {}): Told => ({
  kind: 'transaction',
  status,
  type: 'payment',
  isFollower: false,
  evidence: 'credentials',
  at: new Date('2026-11-22T10:00:00Z'),
  ...change,
})
const expired = told('expired', { kind: 'expired_checkout', type: null, evidence: 'signature' })

describe('what became of a checkout', () => {
  it.each<[string, Told[], string, string, number]>([
    ['nothing is told', [], 'open', 'nothing', 0],
    ['paid', [told('successful')], 'paid', 'credentials', 0],
    ['paid after it was declined', [told('failed'), told('successful')], 'paid', 'credentials', 1],
    [
      'paid and then refunded',
      [told('successful', { type: 'refund' }), told('successful')],
      'paid',
      'credentials',
      0,
    ],
    ['a refund alone', [told('successful', { type: 'refund' })], 'open', 'nothing', 0],
    ['a chargeback alone', [told('failed', { type: 'chargeback' })], 'open', 'nothing', 0],
    [
      'what refers to another, of no type',
      [told('successful', { type: null, isFollower: true })],
      'open',
      'nothing',
      0,
    ],
    ['under way', [told('incomplete'), told('failed')], 'pending', 'credentials', 1],
    ['declined twice', [told('failed'), told('error')], 'declined', 'credentials', 2],
    ['declined, and then its time was over', [told('failed'), expired], 'expired', 'signature', 1],
    ['expired, though it was paid', [expired, told('successful')], 'paid', 'credentials', 0],
    [
      'money that goes the other way',
      [told('successful', { type: 'credit' }), told('successful', { type: 'payout' })],
      'open',
      'nothing',
      0,
    ],
    ['a card that was only stored', [told('successful', { type: 'tokenization' })], 'open', 'nothing', 0],
    [
      'abandoned, and then its time was over',
      [told('incomplete', { at: new Date(0) }), expired],
      'expired',
      'signature',
      0,
    ],
    [
      'begun after its time was over',
      [told('incomplete', { at: new Date('2026-11-22T10:00:01Z') }), expired],
      'pending',
      'credentials',
      0,
    ],
    ['a status nobody knows', [told('mended'), told(null)], 'open', 'nothing', 0],
  ])('%s', (_what, all, state, restsOn, declines) =>
    expect(outcomeOf(all, 'payment')).toMatchObject({ state, restsOn, declines }),
  )

  it('is paid by a card that was stored, where that was to be done', () => {
    const stored = [told('successful', { type: 'tokenization' })]
    expect(outcomeOf(stored, 'tokenization').state).toBe('paid')
    expect(outcomeOf([told('successful')], 'tokenization').state).toBe('open')
  })

  it('is said by the latest of several', () => {
    const later = told('successful', { at: new Date('2026-11-22T11:00:00Z'), evidence: 'signature' })
    for (const all of [
      [told('successful'), later],
      [later, told('successful')],
    ])
      expect(outcomeOf(all, 'authorization')).toMatchObject({ restsOn: 'signature', stateAt: later.at })
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
