import { expect, it } from 'vitest'
import { choicesOf } from './known'

it('offers each known, chosen and received value once', () => {
  expect(choicesOf(['successful', 'failed'], undefined)).toEqual(['successful', 'failed'])
  expect(
    choicesOf(
      ['successful', 'failed'],
      ['odd', 'failed'],
      [null, 'new', 'successful', 'x'.repeat(5000), 'new'],
    ),
  ).toEqual(['successful', 'failed', 'new', 'odd'])
})
