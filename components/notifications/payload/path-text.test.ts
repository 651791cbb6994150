import { expect, it } from 'vitest'
import { pathText } from './path-text'

it('writes a path as most languages and tools take it', () => {
  expect(pathText(['transaction', 'credit_card', 'last_4'])).toBe('transaction.credit_card.last_4')
  expect(pathText(['receipt', 0, 'text'])).toBe('receipt[0].text')
  expect(pathText([0])).toBe('[0]')
})

it('quotes keys that are no names', () => {
  expect(pathText(['a b', '1', 'x"y', ''])).toBe(String.raw`["a b"]["1"]["x\"y"][""]`)
  expect(pathText(['a', 'b.c'])).toBe('a["b.c"]')
})
