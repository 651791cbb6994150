import { describe, expect, it } from 'vitest'
import { checkoutRequestIn } from './checkout'
import { receivedReading, lenientReading, type Reading } from '../reading'
import { complaints } from '../testing'

const order = { amount: 1233, currency: 'EUR', description: 'Paper' }
const least = { transaction_type: 'payment', order }
const judge = (change: Record<string, unknown>, reading: Reading) =>
  complaints(checkoutRequestIn(reading), { checkout: { ...least, ...change } }).map((said) =>
    said.replace(/^checkout\.?/, ''),
  )

describe('a checkout that others send', () => {
  // In the form of the provider's PHP client.
  const foreign = {
    version: '2.1',
    ...least,
    order: { ...order, expired_at: null, additional_data: { contract: [], platform_data: 'x' } },
    settings: { return_url: null, style: {}, customer_fields: { hidden: ['phone'], visible: [] } },
    customer: { email: 'a@b.example', state: null, middle_name: 'C' },
    payment_method: { types: ['erip'], erip: { service_no: null }, credit_card: { token: null } },
  }

  it('has unknown keys and nulls left out, at every level', () =>
    expect(checkoutRequestIn(receivedReading).parse({ checkout: foreign })).toEqual({
      checkout: {
        ...least,
        order: { ...order, additional_data: { contract: [] } },
        settings: { customer_fields: { visible: [] } },
        customer: { email: 'a@b.example' },
        payment_method: { types: ['erip'], credit_card: {} },
      },
    }))

  it('keeps content of objects that are not shown, and nulls', () => {
    const avs_cvc_verification = { a: null, b: { c: null } }
    const types = [{ apm: { channel: null } }]
    const parsed = checkoutRequestIn(lenientReading).parse({
      checkout: {
        ...least,
        order: { ...order, additional_data: { avs_cvc_verification } },
        payment_method: { types },
      },
    })
    expect(parsed.checkout.order.additional_data).toEqual({ avs_cvc_verification })
    expect(parsed.checkout.payment_method).toEqual({ types })
  })

  it.each<[Record<string, unknown>, string[]]>([
    [
      { order: { ...order, expired_at: '2030-12-30T21:21:46.000Z' } },
      ['order.expired_at: invalid_date_time'],
    ],
    [{ order: { ...order, expired_at: '2030-12-30T21:21:46Z' } }, ['order.expired_at: invalid_date_time']],
    [
      { order: { ...order, expired_at: '2030-12-30T21:21:46+0000' } },
      ['order.expired_at: invalid_date_time'],
    ],
    [
      { settings: { return_url: '', auto_return: '' } },
      ['settings.return_url: invalid_url', 'settings.auto_return: blank'],
    ],
    [{ customer: { country: 'IN', state: 'DL' } }, ['customer.state: only_for_us_ca']],
    [{ payment_method: { credit_card: [] } }, ['payment_method.credit_card: not_an_object']],
  ])('leniently may have %j, and strictly not: %j', (change, strictly) => {
    expect(judge(change, receivedReading)).toEqual(strictly)
    expect(judge(change, lenientReading)).toEqual([])
  })

  it.each<[Record<string, unknown>, string]>([
    [{ order: { ...order, expired_at: '2030-02-30T21:21:46.000Z' } }, 'order.expired_at: invalid_date_time'],
    [{ order: { ...order, description: '' } }, 'order.description: required'],
    [{ transaction_type: null }, 'transaction_type: required'],
    [{ payment_method: { types: null, credit_card: [1] } }, 'payment_method.credit_card: not_an_object'],
    [
      { settings: { customer_fields: { read_only: ['email'] } }, customer: { email: '' } },
      'customer.email: required_when_read_only',
    ],
  ])('even leniently may not have %j: %s', (change, expected) =>
    expect(judge(change, lenientReading)).toEqual([expected]),
  )

  it.each([null, [], 'x', 7])('is no %j', (value) =>
    expect(complaints(checkoutRequestIn(receivedReading), value)).toEqual([': not_an_object']),
  )
})
