import { expect, test } from 'vitest'
import { daysOf, presetsOf, rangeId } from './use-day-filter'

test.each([
  [{ from: '2026-01-01', to: '2026-01-31' }, '2026-01-01..2026-01-31'],
  [{ from: '2026-01-01', to: null }, '2026-01-01..'],
  [{ from: null, to: '2026-01-31' }, '..2026-01-31'],
])('%o is %s, and back', (days, id) => {
  expect(rangeId(days)).toBe(id)
  expect(daysOf(id)).toEqual(days)
})

test('nothing chosen is no range', () => {
  expect(rangeId({ from: null, to: null })).toBeNull()
  expect(daysOf(undefined)).toEqual({ from: null, to: null })
})

test('the last days count today, also across a year', () => {
  expect(presetsOf('2026-01-03')).toEqual([
    { key: 'today', id: '2026-01-03..' },
    { key: 'days7', id: '2025-12-28..' },
    { key: 'days30', id: '2025-12-05..' },
    { key: 'year', id: '2026-01-01..' },
  ])
})
