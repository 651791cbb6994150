import { expect, it } from 'vitest'
import { changesOf } from './differences'

it('lists changed, added and removed values', () => {
  expect(
    changesOf(
      [
        { path: 'transaction.status', before: 'incomplete', after: 'successful' },
        { path: 'transaction.paid_at', after: null },
        { path: 'transaction.redirect_url', before: 'https://gateway.example' },
      ],
      null,
    ),
  ).toEqual([
    { path: 'transaction.status', before: '"incomplete"', after: '"successful"', amounts: null },
    { path: 'transaction.paid_at', before: null, after: 'null', amounts: null },
    { path: 'transaction.redirect_url', before: '"https://gateway.example"', after: null, amounts: null },
  ])
})

it('formats whole amounts only, each in the currency of its side', () => {
  const currencies = { before: 'JPY', after: null }
  const [amount, odd, other] = changesOf(
    [
      { path: 'transaction.amount', before: 100, after: 250, currencies },
      { path: 'amount', before: 1.5, after: '250', currencies },
      { path: 'transaction.discount', before: 1, after: 2 },
    ],
    'EUR',
  )
  expect(amount?.amounts).toEqual({
    before: { amount: 100, currency: 'JPY' },
    after: { amount: 250, currency: 'EUR' },
  })
  expect(odd?.amounts).toMatchObject({ before: { amount: null }, after: { amount: null } })
  expect(other?.amounts).toBeNull()
})

it('truncates long text, shows invisible characters, and survives deep nesting', () => {
  let deep: unknown = 1
  for (let at = 0; at < 100_000; at++) deep = [deep]
  const [long, turned, nested] = changesOf(
    [
      { path: 'a', after: 'x'.repeat(1_000_000) },
      { path: 'b\u202e', after: '\u202eb\0' },
      { path: 'c', after: deep },
    ],
    null,
  )
  expect(long?.after).toBe(`"${'x'.repeat(199)}…`)
  expect(turned).toMatchObject({ path: 'b\\u202e', after: '"\\u202eb\\u0000"' })
  expect(nested?.after).toBe('[…]')
})
