import { describe, expect, it } from 'vitest'
import { readNotification } from '../../../gateway/notifications/notification'
import { describeNotification } from '../interpreting/describe'
import { pathTo, payloadTexts, searchedValues } from './search-terms'

/** Digits of a UUID can look like a telephone number. */
it.each(['01234567-8901-1234-abcd-ef0123456789', '0123456789'])(
  'a UID is searched as it is, however much else a payload has: %s',
  (uid) => {
    const many = Array.from({ length: 50 }, () => 'word '.repeat(30))
    const body = Buffer.from(
      JSON.stringify({ transaction: { additional_data: { many }, uid, status: 'successful' } }),
    )
    expect(describeNotification(readNotification(body)).search).toContain(uid)
  },
)

describe('what a payload is searched in', () => {
  it('consists of its values, personal ones apart', () => {
    const { open, personal } = payloadTexts({
      transaction: {
        uid: 'u-1',
        amount: 14990,
        message: 'Insufficient funds',
        customer: { email: 'jane@mail.example', first_name: 'Jane' },
        billing_address: { city: 'Zürich', zip: '8000' },
        additional_data: { receipt_text: ['Third floor'] },
      },
    })
    expect(open).toBe(' u-1 14990 Insufficient funds Zürich Third floor')
    expect(personal).toBe(' jane@mail.example Jane 8000')
    expect(payloadTexts({ address: { street: ['Secret street 5'] } })).toEqual({
      open: '',
      personal: ' Secret street 5',
      terms: [],
    })
  })

  it('has each value once, and none that is known', () => {
    const twice = { message: 'Order 7', reason: 'Declined', description: 'Declined', uid: 'u-1' }
    expect(payloadTexts({ ...twice, holder: 'Jane', last_name: 'Jane' }, ['u-1'])).toMatchObject({
      open: ' Order 7 Declined',
      personal: ' Jane',
    })
  })

  it('has no card token, date or page address, nor what is no word', () => {
    const json = {
      credit_card: { token: 'a-token', brand: 'visa' },
      created_at: '2026-11-21T10:00:00Z',
      receipt_url: 'https://gateway.example/1',
      test: true,
      exp_month: 9,
      nothing: null,
      empty: '',
    }
    expect(payloadTexts(json)).toEqual({ open: ' visa', personal: '', terms: [] })
  })

  it('stands somewhere', () => {
    const found: unknown[] = []
    const json = { a: [[{ email: 'x@mail.example' }], 'word'], holder: { b: ['Jane'] }, flag: true }
    searchedValues(json, (text, place) => found.push([text, pathTo(place).join('.'), place.isPersonal]))
    expect(found).toEqual([
      ['x@mail.example', 'a.0.0.email', true],
      ['word', 'a.1', false],
      ['Jane', 'holder.b.0', true],
    ])
    expect(payloadTexts({ anything: { token: 'a-token', stamp: 'a-stamp' } }).open).toBe(' a-stamp')
  })

  it('is limited in length', () => {
    const { open } = payloadTexts({
      long: 'x'.repeat(1_000_000),
      many: Array.from({ length: 1_000 }, () => 'word'),
    })
    expect(open.length).toBeLessThan(4_300)
    expect(payloadTexts(Array.from({ length: 5_000 }).reduce((inner) => [inner], 'deep')).open).toBe('')
    expect(payloadTexts('a\0b').open).toBe(' ab')
  })
})
