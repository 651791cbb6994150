import { expect, it } from 'vitest'
import { checkoutRequest } from './checkout'
import { checkoutCautions } from './cautions'

const order = { amount: 1, currency: 'EUR', description: 'Paper' }
const page = 'https://shop.example'

it.each<[Record<string, unknown>, string[]]>([
  [{}, []],
  [{ settings: { success_url: page, decline_url: page } }, []],
  [
    {
      settings: { return_url: page, success_url: page, decline_url: page, fail_url: page, cancel_url: page },
    },
    ['settings.success_url: ignored_with_return_url', 'settings.decline_url: ignored_with_return_url'],
  ],
  [{ payment_method: { excluded_types: ['erip'] } }, []],
  [
    { payment_method: { types: [], excluded_types: [], excluded_brands: ['visa'] } },
    ['payment_method.excluded_types: ignored_with_types'],
  ],
  [{ settings: { auto_pay: false } }, []],
  [{ settings: { auto_pay: true } }, ['settings.auto_pay: no_effect_without_token']],
  [
    { settings: { auto_pay: true }, payment_method: { credit_card: {} } },
    ['settings.auto_pay: no_effect_without_token'],
  ],
  [{ settings: { auto_pay: true }, payment_method: { credit_card: { token: 't' } } }, []],
  // The initiator defaults to the merchant.
  [{ order: { ...order, additional_data: { card_on_file: { type: 'no_show' } } } }, []],
  [{ order: { ...order, additional_data: { card_on_file: { initiator: 'customer' } } } }, []],
  [
    { order: { ...order, additional_data: { card_on_file: { initiator: 'customer', type: 'no_show' } } } },
    ['order.additional_data.card_on_file.type: ignored_for_customer'],
  ],
])('a checkout with %j is cautioned: %j', (change, expected) => {
  const { checkout } = checkoutRequest.parse({ checkout: { transaction_type: 'payment', order, ...change } })
  expect(checkoutCautions(checkout).map(({ field, code }) => `${field}: ${code}`)).toEqual(expected)
})

it.each<[boolean | undefined, boolean, string[]]>([
  [true, true, ['test: test_in_live_shop']],
  [true, false, []],
  [false, true, []],
  [undefined, true, []],
])('a test %s in a live shop (%s) is cautioned: %j', (test, isLive, expected) => {
  const { checkout } = checkoutRequest.parse({ checkout: { transaction_type: 'payment', order, test } })
  expect(checkoutCautions(checkout, { isLive }).map(({ field, code }) => `${field}: ${code}`)).toEqual(
    expected,
  )
})
