import { expect, test } from 'vitest'
import { withTyped } from './labelling'

test.each([
  [['vip'], 'late payer', ['vip', 'late payer']],
  [['vip'], ' vip , wholesale,, ', ['vip', 'wholesale']],
  [['vip'], ' , ', 'missing'],
  [['vip', 'wholesale'], ' vip ,wholesale', 'present'],
  [['vip'], 'VIP', ['vip', 'VIP']],
  [[], 'a'.repeat(41), 'tooLong'],
  [Array.from({ length: 20 }, (_, at) => `label ${at}`), 'one more', 'tooMany'],
])('%j and “%s” make %j', (labels, typed, expected) => {
  expect(withTyped(labels, typed)).toEqual(expected)
})
