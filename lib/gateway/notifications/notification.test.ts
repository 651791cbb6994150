import { describe, expect, it } from 'vitest'
import { readNotification } from './notification'

const read = (body: unknown) =>
  readNotification(typeof body === 'string' ? Buffer.from(body) : Buffer.from(JSON.stringify(body)))
const readTransaction = (transaction: unknown) => {
  const content = read({ transaction })
  if (content.kind !== 'transaction') throw new Error(content.kind)
  return content.transaction
}

describe('a notification', () => {
  it('is a transaction with all its fields', () => {
    const body = {
      transaction: {
        uid: 'a-1',
        status: 'successful',
        amount: 1250,
        currency: 'EUR',
        customer: { email: 'a@b.example', device_id: 'd' },
        payment: { rrn: '1' },
      },
      more: 1,
    }
    const content = read(body)
    expect(content).toMatchObject({ kind: 'transaction', transaction: body.transaction, json: body })
  })

  it('is an expired checkout, which is not wrapped', () => {
    const body = {
      token: 't',
      gateway_response: null,
      finished: false,
      expired: true,
      status: 'error',
      message: 'Token is expired.',
      order: { amount: '100', currency: 'EUR' },
    }
    expect(read(body)).toMatchObject({
      kind: 'expired_checkout',
      checkout: { order: { amount: 100 } },
      json: body,
    })
  })

  it.each([
    {},
    [],
    7,
    'text',
    null,
    { transaction: null },
    { transaction: [] },
    { transaction: {} },
    { transaction: { uid: '' } },
    { transaction: { uid: 7 } },
    { expired: 'true' },
    { expired: false, status: 'error' },
  ])('is unknown: %j', (body) =>
    expect(readNotification(Buffer.from(JSON.stringify(body))).kind).toBe('unknown'),
  )

  it('reads odd fields as absent, and keeps the rest', () => {
    const transaction = readTransaction({
      uid: 'u',
      status: 7,
      amount: '12.5',
      currency: ['EUR'],
      test: 'yes',
      customer: 'nobody',
      additional_data: [],
      three_d_secure_verification: null,
    })
    expect(transaction).toMatchObject({
      uid: 'u',
      status: null,
      amount: null,
      currency: null,
      test: null,
      customer: null,
      additional_data: null,
    })
  })

  it.each([
    [100, 100],
    ['100', 100],
    ['-5', -5],
    [1.5, null],
    [1e300, null],
    ['99999999999999999999', null],
    [2 ** 53, null],
  ])('reads an amount of %j as %j', (amount, expected) =>
    expect(readTransaction({ uid: 'u', amount }).amount).toBe(expected),
  )
})

describe('a body that is no notification', () => {
  it.each<[string, Uint8Array, string]>([
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00]), 'not_utf8'],
    ['text cut in a character', Buffer.from('{"a":"é"}').subarray(0, 7), 'not_utf8'],
    ['half a surrogate pair in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 'not_utf8'],
    ['nothing', Buffer.alloc(0), 'not_json'],
    ['a form', Buffer.from('uid=1&status=successful'), 'not_json'],
    ['half of it', Buffer.from('{"transaction": {"uid": "u"'), 'not_json'],
    ['two of them', Buffer.from('{}{}'), 'not_json'],
    ['a NUL', Buffer.from('{"a":1}\0'), 'not_json'],
    ['a NUL in a text', Buffer.from('{"a":"\0"}'), 'not_json'],
  ])('is unreadable: %s', (_name, body, reason) =>
    expect(readNotification(body)).toEqual({ kind: 'unreadable', reason }),
  )

  it('accepts JSON values that databases cannot store', () => {
    expect(read('{"transaction":{"uid":"u","description":"a\\u0000b\\ud800"}}')).toMatchObject({
      kind: 'transaction',
      transaction: { description: 'a\0b\ud800' },
    })
  })

  it('takes a byte order mark', () =>
    expect(read('\ufeff{"transaction":{"uid":"u"}}').kind).toBe('transaction'))

  it.each([
    ['[', ']'],
    ['{"transaction":', '}'],
  ])('survives 100,000 levels of %s', (open, close) => {
    const body = `${open.repeat(100_000)}1${close.repeat(100_000)}`
    expect(read(body).kind).toBe('unknown')
    expect(read(`{"transaction":{"uid":"u","additional_data":${body}}}`).kind).toBe('transaction')
  })

  it('cannot change prototypes', () => {
    expect(read('{"__proto__":{"expired":true},"transaction":{"__proto__":{"uid":"u"}}}').kind).toBe(
      'unknown',
    )
    expect(({} as { expired?: boolean }).expired).toBeUndefined()
  })
})
