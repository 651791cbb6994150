import { expect, test } from 'vitest'
import { deedOf, outcomeOf } from './payment-words'

test.each([
  ['signature', 'successful', 'done'],
  ['credentials', 'successful', 'done'],
  ['unverified', 'successful', 'unverified'],
  ['unverified', 'failed', 'unverified'],
  ['signature', 'failed', 'failed'],
  ['signature', 'error', 'failed'],
  ['signature', 'pending', 'other'],
  ['signature', null, 'other'],
] as const)('with %s, “%s” is %s', (authenticity, status, expected) => {
  expect(outcomeOf({ authenticity, status })).toBe(expected)
})

test('a type nobody knows has no word, whatever it is called', () => {
  expect(deedOf('refund')).toBe('refunded')
  expect([null, 'p2p', 'constructor'].map(deedOf)).toEqual([null, null, null])
})
