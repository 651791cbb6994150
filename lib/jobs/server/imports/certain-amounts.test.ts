import { expect, it } from 'vitest'
import { exportedMark, hasDecimals, withDecimals, withMarks } from './certain-amounts'

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

it('finds the decimal mark that each column shows', () => {
  const marksOf = (...rows: string[][]) =>
    rows.reduce<ReturnType<typeof withMarks>>((known, cells) => withMarks(known, cells, null), [])
  expect(marksOf(['4.250', '4.250'], ['10.50'], ['1', '0,5', '4,250'])).toEqual(['.', ',', null])
  expect(marksOf(['10.50'], ['10,50'], ['7.25'])).toEqual(['both'])
  expect(marksOf(['10,50'], ['10,50'])).toEqual([','])
})

it('knows the decimal mark of our own exports', () => {
  const exported = ['id', 'name', 'price', 'currency', 'state']
  const markOf = (header: string, delimiter: string) =>
    exportedMark(header.split(','), { delimiter, exported })
  expect(markOf('id,price,state', ',')).toBe('.')
  expect(markOf('id,price,state,file_row,error', ';')).toBe(',')
  expect(markOf('id,price,state', '\t')).toBeNull()
  expect(markOf('name,price', ',')).toBeNull()
  expect(markOf('id,price,colour', ',')).toBeNull()
  expect(withMarks([], ['197.500', '197,500', '1.250.000'], '.')).toEqual(['.', null, ','])
})
