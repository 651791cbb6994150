import { expect, test } from 'vitest'
import { requestedFields, requestedText } from './requested-values'

test('lists the values that are set, by section, each once', () => {
  const asked = requestedFields({
    transaction_type: 'payment',
    attempts: 3,
    test: false,
    order: {
      amount: 100,
      currency: 'EUR',
      description: 'x',
      tracking_id: 'A;B',
      additional_data: { contract: [] },
    },
    customer: { email: 'a@reader.example', city: '' },
    settings: { auto_pay: true, save_card_toggle: { display: false } },
  })
  expect(asked).toEqual({
    sections: [
      {
        id: 'order',
        fields: [
          { name: 'tracking_id', value: 'A;B' },
          { name: 'attempts', value: 3 },
          { name: 'test', value: false },
        ],
      },
      { id: 'customer', fields: [{ name: 'email', value: 'a@reader.example' }] },
      { id: 'page', fields: [{ name: 'save_display', value: false }] },
      { id: 'methods', fields: [{ name: 'auto_pay', value: true }] },
    ],
    others: [],
  })
})

test('keeps back nothing that has no name here', () => {
  expect(requestedFields({ order: { vat: { rate: 19 }, note: '' }, extra: [1] }).others).toEqual([
    { path: 'order.vat.rate', value: 19 },
    { path: 'extra', value: [1] },
  ])
  expect(requestedFields(null)).toEqual({ sections: [], others: [] })
})

test('puts methods with parameters, and legs, into a line', () => {
  expect(requestedText(['credit_card', { apm: { channel: 'x' } }])).toBe('credit_card, apm: channel: x')
  expect(requestedText({ airline_code: 'BA', coupon: '', class: 'Y' })).toBe('airline code: BA · class: Y')
})
