import { describe, expect, it } from 'vitest'
import { rowsPerSecond, withMark } from './pace'

const marks = (...all: [seconds: number, done: number][]) =>
  all.map(([at, done]) => ({ at: at * 1000, done }))

describe('the pace of a job', () => {
  it('counts rows between the first and the last mark', () => {
    expect(rowsPerSecond(marks([100, 50], [103, 170], [110, 450]), 111_000)).toBe(40)
  })

  it('is unknown at the beginning, and for few rows', () => {
    expect(rowsPerSecond([], 0)).toBeNull()
    expect(rowsPerSecond(marks([100, 0]), 100_000)).toBeNull()
    expect(rowsPerSecond(marks([100, 0], [103, 900]), 103_000)).toBeNull()
    expect(rowsPerSecond(marks([100, 0], [110, 2]), 110_000)).toBeNull()
  })

  it('is unknown for a job without recent progress', () => {
    expect(rowsPerSecond(marks([100, 0], [110, 900]), 145_000)).toBeNull()
  })

  it('forgets how it was long ago', () => {
    let kept = marks([0, 0])
    for (let at = 1; at <= 100; at++) kept = withMark(kept, { at: at * 3000, done: at < 50 ? at : at * 30 })
    expect(kept).toHaveLength(20)
    expect(rowsPerSecond(kept, 300_000)).toBe(10)
  })
})
