import { describe, expect, it } from 'vitest'
import { acquirerResultOf, transaction, transactionReply } from './transaction'

const reply = {
  uid: 'a-1',
  id: 'a-1',
  status: 'successful',
  type: 'tokenization',
  amount: 100,
  paid_at: null,
  status_code: 5,
  credit_card: {
    brand: 'visa',
    last_4: '0000',
    bin: '420000',
    bin_8: null,
    exp_month: '5',
    exp_year: 2030,
    token: 'e3ba5977',
    sub_brand: 'x',
  },
  tokenization: { message: null, status: 'successful', gateway_id: 3483 },
  three_d_secure_verification: { status: 'successful', eci: '05' },
  smart_routing_verification: { status: 'successful' },
  additional_data: {
    receipt_text: ['One'],
    contract: ['recurring'],
    vendor: { name: 'CTP', token: 'abc' },
    browser: {},
  },
  customer: null,
  billing_address: { zip: 7, state: 'NY' },
  closed_at: '2027-01-01T10:00:00.000Z',
  tomorrow: { anything: 1 },
}

describe('a transaction', () => {
  it('is read with all fields, in the types of the interface', () =>
    expect(transaction.parse(reply)).toMatchObject({
      ...reply,
      status_code: '5',
      credit_card: { ...reply.credit_card, exp_month: 5 },
      billing_address: { zip: null, state: 'NY' },
    }))

  it.each(['credit_card', 'tokenization', 'additional_data', 'customer', 'billing_address'])(
    'has none where %s is odd',
    (field) => {
      for (const odd of ['x', 7, [], true, null])
        expect(transaction.parse({ ...reply, [field]: odd })).toMatchObject({ uid: 'a-1', [field]: null })
    },
  )

  it('reads invalid text as absent, and never changes digits', () =>
    expect(
      transaction.parse({ uid: 'u', status: 7, credit_card: { last_4: 42, bin: [] }, amount: '1e3' }),
    ).toMatchObject({ status: null, amount: null, credit_card: { last_4: null, bin: null } }))

  it.each([{}, { uid: '' }, { uid: 7 }, null, []])('is none: %j', (value) => {
    expect(transaction.safeParse(value).success).toBe(false)
    expect(transactionReply.safeParse({ transaction: value }).success).toBe(false)
  })
})

describe('what the acquirer said', () => {
  const result = (given: Record<string, unknown>) =>
    acquirerResultOf(transaction.parse({ uid: 'u', ...given }))

  it('is in the object named after the type', () => {
    const payment = { auth_code: '654321', rrn: '999', gateway_id: '1', amount: 5, more: 1 }
    expect(result({ type: 'payment', payment })).toMatchObject({ ...payment, gateway_id: 1 })
    expect(result(reply)).toMatchObject({ gateway_id: 3483, status: 'successful' })
  })

  it.each([
    {},
    { type: null, payment: {} },
    { type: 'payment' },
    { type: 'payment', payment: null },
    { type: 'payment', payment: 'x' },
    { type: 'payment', payment: [] },
    { type: 'authorization', payment: {} },
    { type: 'constructor' },
    { type: 'toString' },
    { type: '__proto__' },
    { type: '' },
  ])('is not there: %j', (given) => expect(result(given)).toBeNull())
})
