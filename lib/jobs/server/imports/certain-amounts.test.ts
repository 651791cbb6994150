import { expect, it } from 'vitest'
import { hasDecimals, withDecimals } from './certain-amounts'

it.each(['12.50', '12,5', '1,234.50', '€12.50', '12.50 EUR', "1'234.50", '-3.000', ' 7.25 '])(
  'has decimals: %s',
  (cell) => expect(hasDecimals(cell)).toBe(true),
)

it.each(['', '10', '1 250', '12.', 'free', '01.02.2026', '12.5678', `${'x'.repeat(40)}1.5`])(
  'has none: %s',
  (cell) => expect(hasDecimals(cell)).toBe(false),
)

it('keeps the first row of each column, also of columns that a row lacks', () => {
  const first = withDecimals([], { position: 2, cells: ['a', '1.5', '2'] })
  expect(first).toEqual([null, 2, null])
  expect(withDecimals(first, { position: 3, cells: ['1.5'] })).toEqual([3, 2, null])
})
