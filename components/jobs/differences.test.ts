import { describe, expect, it } from 'vitest'
import { differencesOf } from './differences'

describe('differencesOf', () => {
  it('says a price with its currency, before and after', () => {
    expect(
      differencesOf({ change: { amount: 7150 }, before: { amount: 6500, currency: 'EUR' }, currency: 'EUR' }),
    ).toEqual([
      {
        field: 'amount',
        before: { field: 'amount', value: 6500, currency: 'EUR' },
        after: { field: 'amount', value: 7150, currency: 'EUR' },
      },
    ])
  })

  it('says a price in the currency that it was in, whatever the product has by now', () => {
    const [price] = differencesOf({
      change: { amount: 7150 },
      before: { amount: 6500, currency: 'EUR' },
      currency: 'JPY',
    })
    expect([price?.before?.currency, price?.after.currency]).toEqual(['EUR', 'EUR'])
  })

  it('joins unlimited and the number, no expiry and the date', () => {
    const [stock, expiry] = differencesOf({
      change: { infinite: false, quantity: 5, immortal: true },
      before: { infinite: true, quantity: null, immortal: false, expired_at: '2027-01-01T00:00:00+00:00' },
      currency: 'EUR',
    })
    expect(stock).toMatchObject({
      field: 'quantity',
      before: { field: 'infinite' },
      after: { field: 'quantity', value: 5 },
    })
    expect(expiry).toMatchObject({
      field: 'expired_at',
      before: { field: 'expired_at', value: '2027-01-01T00:00:00+00:00' },
      after: { field: 'immortal' },
    })
  })

  it('shows no value before a creation, and leaves the name to the row', () => {
    const made = differencesOf({
      change: { name: 'Lamp', currency: 'KWD', amount: 9750, test: false },
      before: null,
      currency: 'KWD',
    })
    expect(made.map(({ field, before }) => [field, before])).toEqual([
      ['amount', undefined],
      ['test', undefined],
    ])
  })

  it('says first of a customer how to reach them', () => {
    const change = { ip: '::1', city: 'Ulm', email: 'a@x.example', last_name: 'Kant', first_name: 'Ada' }
    const fields = differencesOf({ change, before: null, currency: null }).map(({ field }) => field)
    expect(fields).toEqual(['email', 'city', 'ip'])
  })

  it('distinguishes unknown values from empty ones', () => {
    const [fields, address] = differencesOf({
      change: { visible_fields: ['email'], return_url: 'https://shop.example' },
      before: { return_url: null },
      currency: 'EUR',
    })
    expect([fields?.before?.value, address?.before?.value]).toEqual([undefined, null])
  })
})
