import { describe, expect, it } from 'vitest'
import { nextSort, sortedBy } from './table-head'

describe('sort', () => {
  it('knows the column and its direction', () => {
    expect(sortedBy('name', 'name')).toBe('asc')
    expect(sortedBy('-name', 'name')).toBe('desc')
    expect(sortedBy('-name', 'amount')).toBeUndefined()
  })

  it.each([
    ['-updated_at', 'name', 'asc', 'name'],
    ['-updated_at', 'amount', 'desc', '-amount'],
    ['-amount', 'amount', 'desc', 'amount'],
    ['name', 'name', 'asc', '-name'],
  ] as const)('sorted by %s, a press on %s (first %s) gives %s', (sort, column, first, next) => {
    expect(nextSort(sort, column, first)).toBe(next)
  })
})
