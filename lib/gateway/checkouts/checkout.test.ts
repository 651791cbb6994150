import { describe, expect, it } from 'vitest'
import { checkoutReply, checkoutRequest, checkoutState } from './checkout'
import { cardOnFileTypes, checkoutContracts, checkoutTypes } from './choices'
import { customerFieldNames } from '../customers/fields'
import { complaints } from '../testing'
import { wholeCustomer } from './testing'

const order = { amount: 1233, currency: 'EUR', description: 'Paper' }
const least = { transaction_type: 'payment', order }
const page = 'https://shop.example/page'
const judge = (change: Record<string, unknown>) =>
  complaints(checkoutRequest, { checkout: { ...least, ...change } }).map((said) =>
    said.replace(/^checkout\.?/, ''),
  )

const settings = {
  auto_pay: false,
  save_card_toggle: { display: true, customer_contract: true, text: 'Keep it', hint: 'For later' },
  another_card_toggle: { display: false },
  return_url: page,
  success_url: page,
  decline_url: page,
  fail_url: page,
  cancel_url: page,
  notification_url: page,
  card_notification_url: page,
  verification_url: page,
  auto_return: '0',
  button_text: 'Pay {amount}',
  button_next_text: 'On',
  language: 'de',
  customer_fields: { read_only: [...customerFieldNames], visible: [...customerFieldNames] },
  credit_card_fields: { holder: 'Anna Berg', read_only: ['holder'] },
}

describe('a checkout', () => {
  it.each<[string, Record<string, unknown>]>([
    ['the least of it', {}],
    ...checkoutTypes.map((type) => [type, { transaction_type: type }] as [string, Record<string, unknown>]),
    [
      'with everything',
      {
        attempts: 5,
        dynamic_billing_descriptor: 'PAPER*1',
        test: true,
        iframe: true,
        order: {
          ...order,
          tracking_id: 'x'.repeat(255),
          expired_at: '2030-12-30T21:21:46+01:00',
          additional_data: {
            receipt_text: ['One', 'Two'],
            contract: [...checkoutContracts],
            avs_cvc_verification: { anything: [{ at: 'all' }], none: null },
            card_on_file: { initiator: 'merchant', type: 'no_show' },
          },
        },
        settings,
        customer: { ...wholeCustomer, phone: '1', external_id: 'x'.repeat(255) },
        payment_method: {
          types: ['credit_card', { apm: { channel: 'x' } }],
          excluded_types: ['erip'],
          excluded_brands: ['visa', 'apple_pay', 'a brand of tomorrow'],
          credit_card: { token: 't' },
        },
        travel: { airline: { legs: [{ class: 'C' }] } },
      },
    ],
    ...cardOnFileTypes.map(
      (type) =>
        [
          `of a saved card: ${type}`,
          { order: { ...order, additional_data: { card_on_file: { type } } } },
        ] as [string, Record<string, unknown>],
    ),
    ['of a zip elsewhere', { customer: { zip: '1' } }],
    ['with an e-mail that can be changed', { settings: { customer_fields: { read_only: ['phone'] } } }],
  ])('may be %s', (_name, change) => expect(judge(change)).toEqual([]))

  it('expires at a moment in UTC as the interface writes it', () => {
    const { checkout } = checkoutRequest.parse({
      checkout: { ...least, order: { ...order, expired_at: '2030-12-30T21:21:46.000Z' } },
    })
    expect(checkout.order.expired_at).toBe('2030-12-30T21:21:46+00:00')
  })

  it.each<[Record<string, unknown>, string[]]>([
    [{ transaction_type: undefined }, ['transaction_type: required']],
    [{ transaction_type: null }, ['transaction_type: invalid_choice']],
    [{ transaction_type: 'refund' }, ['transaction_type: invalid_choice']],
    [{ attempts: 0 }, ['attempts: must_be_positive']],
    [{ attempts: '3' }, ['attempts: not_a_number']],
    [{ attempts: 1.5 }, ['attempts: not_a_number']],
    [{ test: 'true' }, ['test: not_a_boolean']],
    [{ iframe: 1 }, ['iframe: not_a_boolean']],
    [{ order: undefined }, ['order: required']],
    [{ order: null }, ['order: not_an_object']],
    [{ order: {} }, ['order.amount: required', 'order.currency: required', 'order.description: required']],
    [{ order: { ...order, amount: 0 } }, ['order.amount: must_be_positive']],
    [{ order: { ...order, amount: '1' } }, ['order.amount: not_a_number']],
    [{ order: { ...order, currency: 'XXQ' } }, ['order.currency: invalid_currency']],
    [{ order: { ...order, description: '' } }, ['order.description: blank']],
    [{ order: { ...order, tracking_id: 'x'.repeat(256) } }, ['order.tracking_id: too_long']],
    [{ order: { ...order, expired_at: '2030-12-30' } }, ['order.expired_at: invalid_date_time']],
    [
      { order: { ...order, expired_at: '2030-02-30T10:00:00+01:00' } },
      ['order.expired_at: invalid_date_time'],
    ],
    [{ customer: { state: 'NY' } }, ['customer.state: only_for_us_ca']],
    [{ customer: { country: 'US', state: 'New York' } }, ['customer.state: invalid_state']],
    [{ customer: { country: 'US', zip: 'x' } }, ['customer.zip: invalid_us_zip']],
    [{ customer: { email: 'x' } }, ['customer.email: invalid_email']],
    [{ customer: { birth_date: '2001-02-29' } }, ['customer.birth_date: invalid_date']],
    [{ customer: { ip: '::1' } }, ['customer: unknown']],
    [{ travel: [] }, ['travel: not_an_object']],
    [{ version: 2 }, [': unknown']],
  ])('with %j: %j', (change, expected) => expect(judge(change)).toEqual(expected))

  it.each<[Record<string, unknown>, string]>([
    [{ receipt_text: 'One' }, 'receipt_text: not_a_list'],
    [{ contract: ['forever'] }, 'contract.0: invalid_choice'],
    [{ avs_cvc_verification: 'yes' }, 'avs_cvc_verification: not_an_object'],
    [{ avs_cvc_verification: [] }, 'avs_cvc_verification: not_an_object'],
    [{ card_on_file: { initiator: 'nobody' } }, 'card_on_file.initiator: invalid_choice'],
    [{ card_on_file: { type: 'whim' } }, 'card_on_file.type: invalid_choice'],
  ])('reports %j for its order: %s', (additional_data, expected) =>
    expect(judge({ order: { ...order, additional_data } })).toEqual([`order.additional_data.${expected}`]),
  )

  it.each<[Record<string, unknown>, string]>([
    ...Object.keys(settings)
      .filter((name) => name.endsWith('_url'))
      .map((name) => [{ [name]: '/page' }, `${name}: invalid_url`] as [Record<string, unknown>, string]),
    [{ auto_pay: 'true' }, 'auto_pay: not_a_boolean'],
    [{ auto_return: 5 }, 'auto_return: not_a_text'],
    [{ auto_return: '-1' }, 'auto_return: not_a_number'],
    [{ auto_return: '5s' }, 'auto_return: not_a_number'],
    [{ auto_return: '' }, 'auto_return: blank'],
    [{ language: 'EN' }, 'language: invalid_language'],
    [{ button_text: 7 }, 'button_text: not_a_text'],
    [{ save_card_toggle: true }, 'save_card_toggle: not_an_object'],
    [{ save_card_toggle: { display: 'on' } }, 'save_card_toggle.display: not_a_boolean'],
    [{ another_card_toggle: { text: 'x' } }, 'another_card_toggle: unknown'],
    [{ customer_fields: { visible: 'email' } }, 'customer_fields.visible: not_a_list'],
    [{ customer_fields: { visible: ['ip'] } }, 'customer_fields.visible.0: invalid_choice'],
    [{ customer_fields: { read_only: [1] } }, 'customer_fields.read_only.0: invalid_choice'],
    [{ credit_card_fields: { read_only: ['number'] } }, 'credit_card_fields.read_only.0: invalid_choice'],
  ])('has no settings with %j: %s', (change, expected) =>
    expect(judge({ settings: { ...settings, customer_fields: undefined, ...change } })).toEqual([
      `settings.${expected}`,
    ]),
  )

  it.each<[Record<string, unknown>, string]>([
    [{ types: 'credit_card' }, 'types: not_a_list'],
    [{ types: [''] }, 'types.0: blank'],
    [{ types: [7] }, 'types.0: invalid_payment_method'],
    [{ types: [null] }, 'types.0: invalid_payment_method'],
    [{ types: ['erip', {}] }, 'types.1: invalid_payment_method'],
    [{ types: [{ apm: 'x' }] }, 'types.0: invalid_payment_method'],
    [{ types: [{ apm: {}, erip: {} }] }, 'types.0: invalid_payment_method'],
    [{ types: [['erip']] }, 'types.0: invalid_payment_method'],
    [{ excluded_types: 'erip' }, 'excluded_types: not_a_list'],
    [{ excluded_types: [7] }, 'excluded_types.0: not_a_text'],
    [{ excluded_brands: {} }, 'excluded_brands: not_a_list'],
    [{ excluded_brands: [''] }, 'excluded_brands.0: blank'],
    [{ credit_card: 'token' }, 'credit_card: not_an_object'],
    [{ credit_card: { token: '' } }, 'credit_card.token: blank'],
    [{ credit_card: { token: 7 } }, 'credit_card.token: not_a_text'],
  ])('offers no payment methods as in %j: %s', (payment_method, expected) =>
    expect(judge({ payment_method })).toEqual([`payment_method.${expected}`]),
  )

  it.each<[unknown, string[]]>([
    [undefined, ['customer.email: required_when_read_only']],
    [{}, ['customer.email: required_when_read_only']],
    [{ email: 'a@b.example' }, []],
    [{ email: '' }, ['customer.email: blank']],
    [{ email: 'x' }, ['customer.email: invalid_email']],
    ['x', ['customer: not_an_object']],
  ])('with an e-mail that is read only, of a customer %j: %j', (customer, expected) =>
    expect(judge({ customer, settings: { customer_fields: { read_only: ['email'] } } })).toEqual(expected),
  )

  it('reports all errors at once, including those of conditions', () => {
    const wrong = {
      settings: { fail_url: 'x', customer_fields: { read_only: ['email'] } },
      payment_method: { types: 1 },
    }
    expect(judge({ ...wrong, order: { ...order, amount: 0 }, customer: { state: 'x' }, colour: 1 })).toEqual([
      'order.amount: must_be_positive',
      'settings.fail_url: invalid_url',
      'customer.state: only_for_us_ca',
      'payment_method.types: not_a_list',
      ': unknown',
      'customer.email: required_when_read_only',
    ])
  })

  it('is wrapped', () => {
    expect(complaints(checkoutRequest, {})).toEqual(['checkout: required'])
    expect(complaints(checkoutRequest, least)).toEqual(['checkout: required', ': unknown'])
  })
})

describe('a payment token', () => {
  const reply = {
    checkout: { token: 't', redirect_url: 'https://pay.example/v2/checkout?token=t', more: 1 },
    x: 1,
  }

  it('comes with the address of its page', () => expect(checkoutReply.parse(reply)).toEqual(reply))

  it.each([
    {},
    { checkout: {} },
    { checkout: { token: 't' } },
    { checkout: { ...reply.checkout, token: '' } },
    { checkout: { ...reply.checkout, redirect_url: 'javascript:alert(1)' } },
    { token: 't', redirect_url: 'https://pay.example' },
  ])('needs valid web addresses: %j', (value) => expect(checkoutReply.safeParse(value).success).toBe(false))

  it('has a state without required fields', () => {
    expect(checkoutState.safeParse({}).success).toBe(true)
    expect(
      checkoutState.parse({
        token: 't',
        shop_id: '361',
        finished: 'true',
        expired: 2,
        order: { amount: 'x', currency: 'EUR', more: 1 },
        gateway_response: { payment: { uid: 'u' } },
      }),
    ).toMatchObject({
      shop_id: 361,
      finished: true,
      expired: null,
      order: { amount: null, currency: 'EUR', more: 1 },
      gateway_response: { payment: { uid: 'u' } },
    })
  })
})
