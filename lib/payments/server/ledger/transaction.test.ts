import { describe, expect, it } from 'vitest'
import { readNotification } from '../../../gateway/notifications/notification'
import { describeNotification } from '../../../notifications/server/interpreting/describe'
import type { NotificationRow } from '../../../notifications/server/tables'
import { countsIn } from './counted'
import { mergeReported, stateOf, type ReportedColumns, type ReportedState } from './transaction'

const receivedAt = new Date('2026-11-22T12:00:00Z')

function read(transaction: object, row: Partial<ReportedColumns> = {}) {
  const content = readNotification(
    Buffer.from(
      JSON.stringify({
        transaction: {
          uid: 'u-1',
          status: 'successful',
          type: 'payment',
          amount: 900,
          currency: 'EUR',
          ...transaction,
        },
      }),
    ),
  )
  const reported = {
    id: crypto.randomUUID(),
    receivedAt,
    authenticity: 'signature',
    fingerprint: Buffer.from('f'),
    productId: null,
    ...describeNotification(content),
    ...row,
  } as NotificationRow
  const state = stateOf(reported, content)
  return state && { ...state, countsAs: countsIn([state]).get(state.uid)?.countedAs ?? null }
}

describe('what a transaction counts as', () => {
  it.each([
    ['successful', 'payment', 'paid', true],
    ['successful', 'charge', 'paid', true],
    ['successful', 'capture', 'paid', true],
    ['completed', 'payment', 'paid', true],
    ['failed', 'payment', 'failed', true],
    ['error', 'charge', 'failed', true],
    ['incomplete', 'payment', null, false],
    ['pending', 'payment', null, false],
    ['never heard of', 'payment', null, false],
    ['expired', 'payment', null, true],
    ['deleted', 'payment', null, true],
    ['successful', 'authorization', null, true],
    ['failed', 'authorization', 'failed', true],
    ['successful', 'tokenization', null, true],
    ['successful', 'void', null, true],
    ['successful', 'payout', null, true],
    ['successful', 'chargeback', 'charged_back', true],
    ['successful', 'refund', 'refunded', true],
    ['failed', 'refund', null, true],
    [null, null, null, false],
    ['successful', null, 'paid', true],
  ])('%s %s is %s', (status, type, countsAs, isFinal) => {
    expect(read({ status, type })).toMatchObject({ countsAs, isFinal })
  })

  it.each([
    ['no amount', { amount: null }],
    ['an amount below nothing', { amount: -1 }],
    ['half an amount', { amount: 1.5 }],
    ['no currency', { currency: null }],
    ['what is no currency', { currency: 'euro' }],
  ])('is nothing with %s', (_name, change) => {
    expect(read(change)).toMatchObject({ countsAs: null })
  })

  it('is null if it is not about a transaction', () => {
    expect(read({}, { kind: 'verification' })).toBeNull()
    expect(read({}, { kind: 'expired_checkout' })).toBeNull()
    expect(read({ uid: '\0' })).toBeNull()
  })
})

describe('the status', () => {
  const unstored = { type: 'tokenization', tokenization: { status: 'failed' } }
  it('is that of the tokenization if no card was stored', () => {
    expect(read(unstored)).toMatchObject({ status: 'failed' })
    expect(read({ ...unstored, tokenization: { status: 'successful' } })).toMatchObject({
      status: 'successful',
    })
    expect(read({ ...unstored, status: 'incomplete' })).toMatchObject({ status: 'incomplete' })
  })

  it('is its own if it took money', () => {
    expect(read({ ...unstored, type: 'payment' })).toMatchObject({ status: 'successful', countsAs: 'paid' })
  })

  it('stays when the body was removed', () => {
    const state = read(unstored) as ReportedState
    const again = { ...state, status: 'successful', hasBody: false }
    expect(mergeReported(state, again)).toMatchObject({ status: 'failed' })
  })
})

describe('when it counts', () => {
  const [created, updated, paid] = ['2026-11-20T10:00:00Z', '2026-11-21T10:00:00Z', '2026-11-20T11:00:00Z']
  it.each([
    [{ paid_at: paid, created_at: created, updated_at: updated }, paid],
    [{ created_at: created, updated_at: updated }, created],
    [{ updated_at: updated }, updated],
    [{ paid_at: 'soon' }, receivedAt.toISOString()],
    [{ paid_at: '2999-01-01T00:00:00Z' }, receivedAt.toISOString()],
    [{}, receivedAt.toISOString()],
  ])('%j: %s', (times, expected) => {
    expect(read(times)?.at).toEqual(new Date(expected))
  })
})

describe('why it failed', () => {
  const failed = (message: string, more: object = {}) => read({ status: 'failed', message, ...more })?.reason
  it('is the gateway’s message without individual numbers', () => {
    expect(failed('Insufficient funds')).toBe('Insufficient funds')
    expect(failed(' Declined, reference 20261122-7 ')).toBe('Declined, reference …-7')
    expect(failed('x'.repeat(500))).toHaveLength(100)
    expect(read({ message: 'Approved' })?.reason).toBeNull()
  })

  it('is a code without a message, or null', () => {
    expect(failed('', { status_code: 'D.17' })).toBe('D.17')
    expect(failed('', { payment: { bank_code: '05' } })).toBe('05')
    expect(failed('')).toBeNull()
  })

  it.each([
    ['Card of Maria Keller refused', { credit_card: { holder: 'MARIA KELLER' } }],
    ['Sorry, Keller', { billing_address: { last_name: 'Keller' } }],
    ['Write to m@shop.example', {}],
    ['Call +49 170 123 45 67', {}],
  ])('never says whose it was: %s', (message, more) => {
    expect(failed(message, { ...more, status_code: '51' })).toBe('51')
  })
})

it('knows where the card is from', () => {
  expect(read({ credit_card: { brand: 'visa', issuer_country: 'de' } })).toMatchObject({
    cardBrand: 'visa',
    cardCountry: 'DE',
  })
  expect(read({ credit_card: { issuer_country: 'Germany' } })?.cardCountry).toBeNull()
})
