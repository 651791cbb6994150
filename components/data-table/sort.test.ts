import { describe, expect, it } from 'vitest'
import { fromSorting, toSorting } from './sort'

describe('sort', () => {
  it.each(['name', '-updated_at'])('%s goes there and back', (sort) => {
    expect(fromSorting(toSorting(sort), 'other')).toBe(sort)
  })

  it('keeps what was when the table would be unsorted', () => {
    expect(fromSorting([], '-name')).toBe('-name')
  })
})
