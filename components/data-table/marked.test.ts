import { expect, test } from 'vitest'
import { fromMark, splitAtMarks } from './marked'

test('splits a text at its marks and keeps all of it', () => {
  const pieces = splitAtMarks('Tote bag, tote', [
    [0, 4],
    [10, 4],
  ])
  expect(pieces.map(({ part, isMark }) => (isMark ? `[${part}]` : part))).toEqual([
    '[Tote]',
    ' bag, ',
    '[tote]',
  ])
})

test('leaves out marks that overlap or reach beyond the text', () => {
  const pieces = splitAtMarks('Lamp', [
    [0, 2],
    [1, 2],
    [3, 9],
  ])
  expect(pieces.map(({ part }) => part).join('')).toBe('Lamp')
  expect(pieces.filter(({ isMark }) => isMark)).toHaveLength(1)
})

test('begins a long text a little before its first mark', () => {
  const text = `${'Long words before it '.repeat(4)}the lamp itself`
  const { text: shown, marks } = fromMark(text, [[text.indexOf('lamp'), 4]])
  const [start = 0, length = 0] = marks[0] ?? []
  expect(shown.startsWith('… ')).toBe(true)
  expect(shown.slice(start, start + length)).toBe('lamp')
  expect(fromMark('A lamp', [[2, 4]]).text).toBe('A lamp')
})
