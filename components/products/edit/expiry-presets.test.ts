import { describe, expect, it } from 'vitest'
import { presetMoment, sameClockTime } from './expiry-presets'

describe('presetMoment', () => {
  const now = new Date('2026-10-20T08:15:40Z')
  it.each([
    ['days7', 'Europe/Berlin', '2026-10-27T10:15:00+01:00'], // The night of the 25th has an extra hour.
    ['days7', 'UTC', '2026-10-27T08:15:00+00:00'],
    ['days30', 'Europe/Berlin', '2026-11-19T10:15:00+01:00'],
    ['endOfMonth', 'Europe/Berlin', '2026-10-31T23:59:00+01:00'],
    ['endOfMonth', 'America/St_Johns', '2026-10-31T23:59:00-02:30'],
    ['endOfYear', 'Asia/Kolkata', '2026-12-31T23:59:00+05:30'],
  ] as const)('%s in %s', (preset, zone, moment) => {
    expect(presetMoment(preset, now, zone)).toBe(moment)
  })

  it('means the last minute of the next month or year', () => {
    const last = new Date('2026-12-31T23:59:30Z')
    expect(presetMoment('endOfMonth', last, 'UTC')).toBe('2027-01-31T23:59:00+00:00')
    expect(presetMoment('endOfYear', last, 'UTC')).toBe('2027-12-31T23:59:00+00:00')
  })

  it('goes by the calendar of the zone', () => {
    expect(presetMoment('endOfMonth', new Date('2026-10-31T23:30:00Z'), 'Asia/Tokyo')).toBe(
      '2026-11-30T23:59:00+09:00',
    )
  })
})

it('keeps the wall-clock time when the zone changes', () => {
  expect(sameClockTime('2026-11-27T18:00:00+01:00', 'Europe/Berlin', 'UTC')).toBe('2026-11-27T18:00:00+00:00')
  expect(sameClockTime('2026-07-27T18:00:00+02:00', 'Europe/Berlin', 'Asia/Kolkata')).toBe(
    '2026-07-27T18:00:00+05:30',
  )
  expect(sameClockTime('soon', 'UTC', 'UTC')).toBeNull()
})
