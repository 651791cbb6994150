import { describe, expect, it } from 'vitest'
import { outdatedBackups } from './plan'

const made = (...days: string[]) =>
  days.map((day) => ({ id: day, startedAt: new Date(`${day.length === 10 ? `${day}T02:00` : day}:00Z`) }))
const left = (days: string[], daily: number, weekly: number) => {
  const gone = new Set(outdatedBackups(made(...days), { daily, weekly }).map(({ id }) => id))
  return days.filter((day) => !gone.has(day))
}
/** Days of one month, a Monday first. */
const june = Array.from({ length: 30 }, (_, day) => `2026-06-${String(day + 1).padStart(2, '0')}`)

describe('which backups are kept', () => {
  it('keeps the newest of each of the last days and weeks', () => {
    expect(left(june, 3, 0)).toEqual(['2026-06-28', '2026-06-29', '2026-06-30'])
    expect(left(june, 1, 3)).toEqual(['2026-06-21', '2026-06-28', '2026-06-30'])
    expect(left(june, 2, 2)).toEqual(['2026-06-28', '2026-06-29', '2026-06-30'])
  })

  it('keeps one backup a day, and skips days without one', () => {
    expect(left(['2026-06-01', '2026-06-09T02:00', '2026-06-09T14:00'], 2, 0)).toEqual([
      '2026-06-01',
      '2026-06-09T14:00',
    ])
  })

  it('keeps the newest with any settings', () => {
    expect(left(['2026-06-01'], 0, 0)).toEqual(['2026-06-01'])
    expect(outdatedBackups([], { daily: 1, weekly: 1 })).toEqual([])
  })
})
