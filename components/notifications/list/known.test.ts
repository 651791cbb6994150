import { expect, it } from 'vitest'
import { choicesOf } from './known'

it('offers what is known, what was chosen and what has come, each once', () => {
  expect(choicesOf(['successful', 'failed'], undefined)).toEqual(['successful', 'failed'])
  expect(
    choicesOf(
      ['successful', 'failed'],
      ['odd', 'failed'],
      [null, 'new', 'successful', 'x'.repeat(5000), 'new'],
    ),
  ).toEqual(['successful', 'failed', 'new', 'odd'])
})
