import { expect, it } from 'vitest'
import { onEachEngine } from '../../db/testing-engines'
import { opened } from '@/lib/testing/opened'
import { sandboxSettings } from '../shops/settings'
import { basic, testSandbox, testShop } from '../testing'
import { checkoutBody, checkoutCalls, versioned, type CheckoutSections } from './testing'

const full = {
  transaction_type: 'authorization',
  attempts: 3,
  dynamic_billing_descriptor: 'ATELIER',
  test: true,
  iframe: true,
  settings: {
    auto_pay: false,
    save_card_toggle: { display: true, customer_contract: true, text: 'Keep it', hint: 'For next time' },
    another_card_toggle: { display: false },
    return_url: 'https://shop.example/r',
    success_url: 'https://shop.example/s',
    decline_url: 'https://shop.example/d',
    fail_url: 'https://shop.example/f',
    cancel_url: 'https://shop.example/c',
    notification_url: 'https://shop.example/n',
    card_notification_url: 'https://shop.example/cn',
    verification_url: 'https://shop.example/v',
    auto_return: '5',
    button_text: 'Pay {amount}',
    button_next_text: 'Back',
    language: 'de',
    customer_fields: { read_only: ['email'], visible: ['first_name'] },
    credit_card_fields: { holder: 'Maria Keller', read_only: ['holder'] },
  },
  customer: {
    email: 'maria@shop.example',
    first_name: 'Maria',
    last_name: 'Keller',
    address: 'Gasse 1',
    city: 'Denver',
    state: 'CO',
    zip: '96002',
    country: 'US',
    phone: '+1 555',
    birth_date: '1980-02-29',
    taxpayer_id: '12',
    external_id: 'c-7',
  },
  payment_method: {
    types: ['credit_card', { apm: { channel: 'x' } }],
    excluded_types: ['erip'],
    excluded_brands: ['maestro'],
  },
}
const order = {
  amount: 1,
  currency: 'JPY',
  description: 'Ein Blatt',
  tracking_id: 'a;b',
  expired_at: '2039-12-31T10:00:00+02:00',
  additional_data: {
    receipt_text: ['Danke', 'Bis bald'],
    contract: ['recurring', 'card_on_file'],
    avs_cvc_verification: { any: 'thing' },
    card_on_file: { initiator: 'merchant', type: 'increment' },
  },
}

const asSeen = {
  attempts: '2',
  test: 'true',
  order: { amount: '6500', tracking_id: '', expired_at: '2039-01-01T00:00:00.000Z' },
  settings: { auto_return: 5, notification_url: '' },
  customer: { country: 'IN', state: 'MH', email: '' },
}

/** One error each: the request, the path of the error under `checkout`, and its text. */
const refused: [CheckoutSections, string[], string][] = [
  [{ order: { amount: '6500' } }, ['order', 'amount'], 'is not a number'],
  [{ order: { amount: 0 } }, ['order', 'amount'], 'must be greater than 0'],
  [{ order: { description: '' } }, ['order', 'description'], "can't be blank"],
  [{ order: { currency: 'XXX1' } }, ['order', 'currency'], 'is invalid'],
  [{ order: { expired_at: '2001-01-01T00:00:00+00:00' } }, ['order', 'expired_at'], 'is invalid'],
  [{ order: { expired_at: '2039-01-01T00:00:00Z' } }, ['order', 'expired_at'], 'is invalid'],
  [{ transaction_type: 'refund' }, ['transaction_type'], 'is invalid'],
  [{ attempts: 3_000_000_000 }, ['attempts'], 'is invalid'],
  [{ attempts: '2' }, ['attempts'], 'is not a number'],
  [{ test: 'true' }, ['test'], 'is invalid'],
  [{ settings: { auto_return: 5 } }, ['settings', 'auto_return'], 'is invalid'],
  [{ settings: { fail_url: 'shop' } }, ['settings', 'fail_url'], 'does not appear to be valid'],
  [{ settings: { customer_fields: { read_only: ['email'] } } }, ['customer', 'email'], "can't be blank"],
  [
    { settings: { credit_card_fields: { read_only: ['number'] } } },
    ['settings', 'credit_card_fields', 'read_only'],
    'is invalid',
  ],
  [{ customer: { country: 'DE', state: 'BY' } }, ['customer', 'state'], 'must be blank'],
  [{ payment_method: { types: 'credit_card' } }, ['payment_method', 'types'], 'is invalid'],
  [{ payment_method: { types: [{ apm: { a: '\0' } }] } }, ['payment_method', 'types'], 'is invalid'],
  [{ payment_method: { types: [{ apm: { '\ud800': 1 } }] } }, ['payment_method', 'types'], 'is invalid'],
  [
    { order: { additional_data: { avs_cvc_verification: { a: ['\0'] } } } },
    ['order', 'additional_data', 'avs_cvc_verification'],
    'is invalid',
  ],
  [
    { payment_method: { credit_card: { token: 'unknown' } } },
    ['payment_method', 'credit_card', 'token'],
    'does not exist',
  ],
]

onEachEngine('endpoint 2 makes payment tokens', (kind) => {
  const sandbox = testSandbox(kind)
  const calls = opened(() => checkoutCalls(sandbox))

  it('with the least there can be, and the defaults filled in', async () => {
    const answer = await calls.send(checkoutBody())
    expect(answer.status).toBe(201)
    const { checkout } = (await answer.json()) as { checkout: Record<string, string> }
    expect(checkout).toEqual({
      token: expect.stringMatching(/^[0-9a-f]{64}$/),
      redirect_url: `https://shop.example/sandbox/v2/checkout?token=${checkout.token}`,
    })
    expect(await calls.state(checkout.token ?? '')).toMatchObject({
      token: checkout.token,
      shop_id: testShop.shopId,
      transaction_type: 'payment',
      gateway_response: null,
      order: {
        amount: 6500,
        tracking_id: null,
        expired_at: null,
        additional_data: { card_on_file: { initiator: 'merchant', type: 'delayed_charge' } },
      },
      settings: {
        language: 'en',
        auto_pay: false,
        save_card_toggle: { customer_contract: false },
        return_url: null,
      },
      customer: { email: null, taxpayer_id: null },
      finished: false,
      expired: false,
      test: false,
      status: null,
      message: null,
      payment_method: { types: null, excluded_types: [], excluded_brands: [] },
    })
  })

  it('with everything there can be', async () => {
    const token = await calls.create({ ...full, order })
    const { attempts: _, dynamic_billing_descriptor: __, iframe: ___, ...echoed } = full
    expect(await calls.state(token)).toMatchObject({ ...echoed, order, customer: full.customer })
  })

  it('drops the reason where the customer is the initiator, null fields, unknown keys, and PHP’s empty object', async () => {
    const token = await calls.create({
      version: 2.1,
      settings: { return_url: null, customer_fields: { hidden: ['phone'], read_only: [] } },
      order: { additional_data: { meta: [], card_on_file: { initiator: 'customer', type: 'no_show' } } },
      payment_method: { types: ['credit_card'], erip: { order_id: 1 }, credit_card: [] },
    })
    const { order: kept, payment_method: method } = (await calls.state(token)) as Record<string, object>
    expect(kept).toMatchObject({ additional_data: { card_on_file: { initiator: 'customer' } } })
    expect(JSON.stringify({ kept, method })).not.toMatch(/no_show|meta|erip/)
  })

  it.each(refused)('not of %j', async (over, path, text) => {
    const answer = await calls.send(checkoutBody(over))
    expect(answer.status).toBe(422)
    const { message, errors } = (await answer.json()) as { message: string; errors: object }
    const nested = ['checkout', ...path].reduceRight<unknown>((inner, key) => ({ [key]: inner }), [text])
    expect(errors).toEqual(nested)
    expect(message).toContain(text)
  })

  it('for the shop whose credentials are right', async () => {
    const answer = await sandbox.call('POST', '/ctp/api/checkouts', {
      body: checkoutBody(),
      authorization: basic(testShop.shopId, 'wrong'),
      headers: versioned,
    })
    expect(answer.status).toBe(401)
  })

  it('that hold their card token sealed, and do not tell it', async () => {
    const cardToken = await calls.tokenize()
    const method = { types: ['credit_card'], credit_card: { token: cardToken } }
    const token = await calls.create({ payment_method: method })
    expect(await calls.state(token)).toMatchObject({ payment_method: { credit_card: { token: null } } })
    expect(await sandbox.dump()).toContain(token)
    expect(await sandbox.dump()).not.toContain(cardToken)
    expect(await sandbox.dump()).not.toContain(Buffer.from(cardToken).toString('hex'))
  })

  it.each(['0'.repeat(64), '1234567890qwerty', '%00', "'"])('and knows none such as %s', async (token) => {
    const answer = await sandbox.call('GET', `/ctp/api/checkouts/${token}`)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toEqual({ response: { message: 'Record not found' } })
  })

  it.each([
    [true, 201],
    [false, 422],
  ])('of what clients were seen to send, where it is lenient: %s', async (isLenient, status) => {
    const usual = sandboxSettings.get()
    sandboxSettings.set({ ...usual, isLenient })
    const odd = await calls.send(checkoutBody(asSeen))
    const bare = await sandbox.call('POST', '/ctp/api/checkouts', { body: checkoutBody() })
    sandboxSettings.set(usual)
    expect(odd.status).toBe(status)
    expect(bare.ok).toBe(isLenient)
  })
})
