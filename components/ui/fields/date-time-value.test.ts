import { parseAbsolute } from '@internationalized/date'
import { describe, expect, it } from 'vitest'
import { isWhole, readZoned, toOffsetString } from './date-time-value'

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

  it.each(['UTC', 'Europe/Berlin', 'America/New_York', 'Africa/Monrovia'])(
    'reads back each whole date of %s, and takes none while its year is typed',
    (zone) => {
      const at = parseAbsolute('2026-12-30T06:12:00Z', zone)
      const typed = [2, 20, 202, 1850, 1940, 2027].map((year) => at.set({ year }))
      for (const one of typed.filter(isWhole)) expect(readZoned(toOffsetString(one), zone)).toEqual(one)
      expect(typed.map(isWhole).slice(0, 3)).toEqual([false, false, false])
      expect(isWhole(at.set({ year: 2027 }))).toBe(true)
    },
  )

  it('takes no date whose offset has seconds', () => {
    expect(isWhole(parseAbsolute('1850-01-01T00:00:00Z', 'Europe/Berlin'))).toBe(false)
    expect(isWhole(parseAbsolute('1850-01-01T00:00:00Z', 'UTC'))).toBe(true)
  })
})
