import { describe, expect, it } from 'vitest'
import { namesUnknownCurrency, prefilled, prefillOf } from './prefill'
import { newValues } from '../values'

/** The value of a money field that holds no amount (components/form/fields/money-text.ts). */
const unread = (text: string) => `\u2047${text}`

describe('a link', () => {
  it('says what the address says, and nothing else', () =>
    expect(
      prefillOf({ amount: ' 12.50 ', description: ['One', 'Two'], email: '', submit: '1', from: undefined }),
    ).toEqual({ amount: '12.50', description: 'One' }))

  it.each<[Parameters<typeof prefilled>[1], Record<string, unknown>]>([
    [{ amount: '12.50' }, { amount: 1250, currency: 'EUR' }],
    [
      { amount: '12,5', currency: 'usd' },
      { amount: 1250, currency: 'USD' },
    ],
    [
      { amount: '1500', currency: 'JPY' },
      { amount: 1500, currency: 'JPY' },
    ],
    [
      { amount: '1.5', currency: 'KWD' },
      { amount: 1500, currency: 'KWD' },
    ],
    [
      { amount: '12.345', currency: 'KWD' },
      { amount: 12_345, currency: 'KWD' },
    ],
    [{ amount: '€1,234.50' }, { amount: 123_450 }],
    [{ amount: '12.345' }, { amount: unread('012.345') }],
    [{ amount: '12,345', currency: 'KWD' }, { amount: unread('12,345') }],
    [
      { amount: 'lots', currency: 'XXQ' },
      { amount: undefined, currency: 'EUR' },
    ],
    [
      { amount: 'lots', currency: 'EUR' },
      { amount: unread('lots'), currency: 'EUR' },
    ],
    [
      { description: 'Order', tracking_id: 'T' },
      { description: 'Order', tracking_id: 'T', amount: undefined },
    ],
  ])('with %j fills the order with %j', (prefill, expected) =>
    expect(prefilled(newValues(), prefill, {}).checkout.order).toMatchObject(expected),
  )

  it('reads an amount by the shop’s own decimals', () =>
    expect(prefilled(newValues(), { amount: '7', currency: 'JPY' }, { JPY: 2 }).checkout.order.amount).toBe(
      700,
    ))

  it.each(['XXQ', 'USDT', '€', '978'])('leaves out an amount in the unknown currency %s', (currency) => {
    const values = newValues()
    values.checkout.order.amount = 700
    for (const prefill of [{ amount: '12.50', currency }, { currency }])
      expect(prefilled(values, prefill, {}).checkout.order).toMatchObject({
        amount: undefined,
        currency: 'EUR',
      })
    expect(namesUnknownCurrency({ currency })).toBe(true)
  })

  it.each<[Parameters<typeof prefilled>[1], unknown]>([
    [{ currency: 'JPY' }, unread('12.50')],
    [{ currency: 'KWD' }, 12_500],
    [{ currency: 'usd' }, 1250],
    [{ currency: 'JPY', amount: '7' }, 7],
  ])('with %j makes of 12.50 EUR, which a template set, %j minor units', (prefill, amount) => {
    const values = newValues()
    values.checkout.order.amount = 1250
    expect(namesUnknownCurrency(prefill)).toBe(false)
    expect(prefilled(values, prefill, {}).checkout.order.amount).toBe(amount)
  })

  it('fills nothing else, and changes nothing it was given', () => {
    const values = newValues()
    const filled = prefilled(values, { email: 'a@b.example', card_token: 'c' }, {})
    expect(filled.checkout.customer.email).toBe('a@b.example')
    expect(filled.card_token_id).toBe('c')
    expect(values).toEqual(newValues())
  })
})
