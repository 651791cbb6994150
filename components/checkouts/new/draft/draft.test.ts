import { expect, it } from 'vitest'
import { draftText, inDecimals, newestOf, offeredNow, parseDraft, serialiseDraft } from './draft'
import { readRequest } from '../request/read-request'
import { newValues } from '../values'

const request = {
  transaction_type: 'payment',
  order: { amount: 100, currency: 'EUR', description: 'Half' },
  settings: { return_url: 'https://a.example', success_url: 'https://b.example', auto_pay: true },
  payment_method: { excluded_brands: ['visa'] },
}
const now = new Date('2026-11-22T12:00:00Z')
const kept = () => {
  const { values } = readRequest({
    ...request,
    payment_method: { ...request.payment_method, credit_card: { token: 'a-secret-token' } },
  })
  values.customer_id = 'cst_01'
  values.card_token_id = 'card-1'
  values.checkout.settings.credit_card_fields.holder = 'A SECRET HOLDER'
  return values
}

it('keeps typed and hidden values, and no card', () => {
  const text = draftText(serialiseDraft(kept(), {}), now)
  expect(text).not.toMatch(/secret|card-1/i)
  const draft = parseDraft(text, now)
  const expected = readRequest(request).values
  expected.customer_id = 'cst_01'
  expect(draft).toEqual({ at: now.toISOString(), values: expected, decimals: 2 })
})

it('keeps what is not valid so far, as it was typed', () => {
  const values = newValues()
  values.checkout.order.amount = '12,x'
  values.checkout.order.description = 'Lunch • two persons, card ••• 4242'
  values.checkout.order.additional_data.avs_cvc_verification = '{"avs":'
  values.checkout.attempts = 'two'
  expect(parseDraft(draftText(serialiseDraft(values, {}), now), now)?.values).toEqual(values)
})

it.each([
  null,
  '',
  '{',
  '[]',
  '{"at": 1}',
  '{"at": "x", "kept": "{}"}',
  JSON.stringify({ at: now.toISOString(), kept: '[]' }),
  draftText('{"checkout": {}}', new Date('2026-11-14T12:00:00Z')),
])('finds no draft in %j', (text) => expect(parseDraft(text, now)).toBeNull())

it('finds the newest of several drafts', () => {
  const text = (at: string) => draftText(serialiseDraft(kept(), {}), new Date(at))
  const stored = [
    { key: 'a', text: text('2026-11-21T12:00:00Z') },
    { key: 'b', text: text('2026-11-22T11:00:00Z') },
    { key: 'c', text: 'no draft' },
  ]
  expect(newestOf(stored, now)).toMatchObject({ key: 'b', at: '2026-11-22T11:00:00.000Z' })
  expect(newestOf([], now)).toBeNull()
})

it('offers a draft as another tab has left it, and not once that has taken it over', () => {
  const offered = { key: 'a' }
  const text = (description: string) =>
    draftText(serialiseDraft(readRequest({ order: { description } }).values, {}), now)
  const other = { key: 'b', text: text('Another') }
  const found = offeredNow(offered, [other, { key: 'a', text: text('Half, and more') }], now)
  expect(found).toMatchObject({
    key: 'a',
    values: { checkout: { order: { description: 'Half, and more' } } },
  })
  expect(offeredNow(offered, [other], now)).toBeNull()
})

it('keeps the amount as it was read, if the shop’s decimals have changed since', () => {
  const amountOf = (text: string, overrides: Record<string, number>) => {
    const draft = parseDraft(text, now)
    return draft && inDecimals(draft, overrides).values.checkout.order.amount
  }
  const values = kept()
  const text = draftText(serialiseDraft(values, { EUR: 1 }), now)
  expect(amountOf(text, { EUR: 1 })).toBe(100)
  expect(amountOf(text, {})).toBe(1000)
  expect(amountOf(text, { EUR: 0 })).toBe(10)
  values.checkout.order.amount = 105
  expect(amountOf(draftText(serialiseDraft(values, { EUR: 1 }), now), { EUR: 0 })).toContain('10.5')
  const earlier = JSON.stringify({ checkout: { order: { amount: 100, currency: 'EUR' } } })
  expect(amountOf(draftText(earlier, now), { EUR: 0 })).toBe(100)
})
