import { describe, expect, it } from 'vitest'
import { changeOf, changeOfRate, percentText, pointsText } from './change'

describe('a change', () => {
  it.each([
    [150, 100, { direction: 'up', by: 0.5 }],
    [50, 100, { direction: 'down', by: 0.5 }],
    [100, 100, { direction: 'same', by: 0 }],
    [100, 0, null],
    [null, 100, null],
    [0, null, null],
    [Number.MAX_SAFE_INTEGER, 100, null],
    [100, Number.MAX_SAFE_INTEGER, null],
  ])('from %s before to %s now', (now, before, expected) => {
    expect(changeOf(now, before)).toEqual(expected)
  })

  it('of a rate is a difference, or null if a rate is unknown', () => {
    expect(changeOfRate(0.911, 0.918)).toEqual({ direction: 'down', by: expect.closeTo(0.007) })
    expect(changeOfRate(0.9111, 0.9112)).toMatchObject({ direction: 'same' })
    expect(changeOfRate(null, 0.9)).toBeNull()
  })

  it('is written alike everywhere', () => {
    expect([0.124, 1, 0, 37.5].map(percentText)).toEqual([
      '12.4\u00a0%',
      '100\u00a0%',
      '0\u00a0%',
      '3750\u00a0%',
    ])
    // One failure among ten thousand payments must not round to 100 %.
    expect([0.9999, 0.0004].map(percentText)).toEqual(['> 99.9\u00a0%', '< 0.1\u00a0%'])
    expect(pointsText(0.007)).toBe('0.7\u00a0pt')
  })
})
