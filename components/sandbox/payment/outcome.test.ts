import { expect, it } from 'vitest'
import { outcomeOf } from './result'

it.each([
  ['successful', 'payment', 'paid'],
  ['successful', 'charge', 'paid'],
  ['successful', 'authorization', 'authorized'],
  ['successful', 'tokenization', 'saved'],
  ['failed', 'tokenization', 'declined'],
  ['failed', 'payment', 'declined'],
  ['incomplete', 'payment', 'incomplete'],
] as const)('%s %s is %s', (status, type, outcome) => {
  expect(outcomeOf({ status, type, isError: false })).toBe(outcome)
})

it('is not blamed on the bank after an error', () => {
  expect(outcomeOf({ status: 'failed', type: 'payment', isError: true })).toBe('failed')
})
