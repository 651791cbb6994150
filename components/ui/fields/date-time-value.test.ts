import { describe, expect, it } from 'vitest'
import { toOffsetString, readZoned } from './date-time-value'

const text = (iso: string, zone: string) => {
  const at = readZoned(iso, zone)
  return at && toOffsetString(at)
}

describe('date-time value', () => {
  it('keeps the instant and writes the offset of the zone', () => {
    expect(text('2026-11-24T11:00:00Z', 'Europe/Berlin')).toBe('2026-11-24T12:00:00+01:00')
    expect(text('2026-07-24T12:00:00+05:30', 'Europe/Berlin')).toBe('2026-07-24T08:30:00+02:00')
    expect(text('2026-11-24T11:00:00.250Z', 'UTC')).toBe('2026-11-24T11:00:00+00:00')
    expect(text('2026-11-24T11:00:00Z', 'America/St_Johns')).toBe('2026-11-24T07:30:00-03:30')
  })

  it('reads nothing out of nothing and nonsense', () => {
    expect(readZoned(null, 'UTC')).toBeNull()
    expect(readZoned('', 'UTC')).toBeNull()
    expect(readZoned('tomorrow', 'UTC')).toBeNull()
  })
})
