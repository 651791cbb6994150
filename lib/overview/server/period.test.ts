import { describe, expect, it } from 'vitest'
import { periodOf } from './period'

const iso = (dates: Date[]) => dates.map((date) => date.toISOString())
const shown = (...given: Parameters<typeof periodOf>) => {
  const { days, step, steps, now, before } = periodOf(...given)
  return {
    days,
    step,
    steps: steps.join(' '),
    now: iso([now.from, now.until, now.end]),
    before: iso([before.from, before.until, before.end]),
  }
}
/** A Sunday, 11:22 in Berlin. */
const at = new Date('2026-11-22T10:22:33Z')
const zone = 'Europe/Berlin'

describe('a period', () => {
  it('of today ends in this quarter of an hour, and so does yesterday', () => {
    expect(shown({ period: 'today', zone }, at)).toEqual({
      days: 1,
      step: 'hour',
      steps: 'hour',
      now: ['2026-11-21T23:00:00.000Z', '2026-11-22T10:30:00.000Z', '2026-11-22T23:00:00.000Z'],
      before: ['2026-11-20T23:00:00.000Z', '2026-11-21T10:30:00.000Z', '2026-11-21T23:00:00.000Z'],
    })
  })

  it.each([
    ['days7', 7, 'day', '2026-11-15T23:00', '2026-11-08T23:00', '2026-11-15T10:30'],
    ['days30', 30, 'day', '2026-10-23T22:00', '2026-09-23T22:00', '2026-10-23T09:30'],
    ['days90', 90, 'day', '2026-08-24T22:00', '2026-05-26T22:00', '2026-08-24T09:30'],
  ] as const)(
    'of %s has today in it, and as many days before it',
    (period, days, step, from, before, until) => {
      const found = shown({ period, zone }, at)
      expect(found).toMatchObject({ days, step })
      expect(found.now).toEqual([`${from}:00.000Z`, '2026-11-22T10:30:00.000Z', '2026-11-22T23:00:00.000Z'])
      expect(found.before.slice(0, 2)).toEqual([`${before}:00.000Z`, `${until}:00.000Z`])
      expect(found.before[2]).toBe(found.now[0])
    },
  )

  it('of this month is compared with the same part of the month before', () => {
    const found = shown({ period: 'month', zone: 'UTC' }, at)
    expect(found).toMatchObject({ days: 22, step: 'day', steps: 'day week' })
    expect(found.before).toEqual([
      '2026-10-01T00:00:00.000Z',
      '2026-10-22T10:30:00.000Z',
      '2026-10-23T00:00:00.000Z',
    ])
  })

  it('of a month longer than the one before is compared with that whole month', () => {
    const found = periodOf({ period: 'month', zone: 'UTC' }, new Date('2026-03-31T10:00Z'))
    expect(iso([found.before.from, found.before.until, found.before.end])).toEqual([
      '2026-02-01T00:00:00.000Z',
      '2026-03-01T00:00:00.000Z',
      '2026-03-01T00:00:00.000Z',
    ])
    expect([found.now.starts.length, found.before.starts.length]).toEqual([31, 28])
  })

  it('that was chosen is whole if it is over, else it ends today', () => {
    const over = shown({ period: 'custom', from: '2026-11-02', to: '2026-11-03', zone: 'UTC' }, at)
    expect(over.now).toEqual([
      '2026-11-02T00:00:00.000Z',
      '2026-11-04T00:00:00.000Z',
      '2026-11-04T00:00:00.000Z',
    ])
    expect(over.before[1]).toBe('2026-11-02T00:00:00.000Z')
    expect(shown({ period: 'custom', from: '2026-11-21', to: '2026-12-31', zone: 'UTC' }, at)).toMatchObject({
      days: 2,
      now: ['2026-11-21T00:00:00.000Z', '2026-11-22T10:30:00.000Z', expect.anything()],
    })
    const ahead = shown({ period: 'custom', from: '2026-12-01', to: '2026-12-31', zone: 'UTC' }, at)
    expect(ahead.now[1]).toBe('2027-01-01T00:00:00.000Z')
  })

  it.each([
    ['spring', '2026-03-29', 23],
    ['autumn', '2026-10-25', 25],
  ])('has the hours that a day has in %s', (_season, day, hours) => {
    const { now } = periodOf({ period: 'custom', from: day, to: day, zone }, at)
    expect(now.starts).toHaveLength(hours)
  })

  it.each(['Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns', 'Pacific/Apia', 'America/Santiago'])(
    'in %s consists of quarters of hours',
    (there) => {
      const { now, before } = periodOf({ period: 'days90', zone: there }, at)
      for (const date of [
        now.from,
        now.until,
        now.end,
        ...now.starts,
        before.from,
        before.until,
        ...before.starts,
      ])
        expect(date.valueOf() % 900_000).toBe(0)
      expect(now.starts).toHaveLength(90)
      expect(before.starts).toHaveLength(90)
    },
  )

  it('by weeks begins on Mondays, and the period before is cut alike', () => {
    const { now, before } = periodOf(
      { period: 'custom', from: '2026-10-28', to: '2026-11-22', zone: 'UTC', step: 'week' },
      at,
    )
    expect(iso(now.starts).map((start) => start.slice(0, 10))).toEqual([
      '2026-10-28',
      '2026-11-02',
      '2026-11-09',
      '2026-11-16',
    ])
    expect(iso(before.starts).map((start) => start.slice(0, 10))).toEqual([
      '2026-10-02',
      '2026-10-07',
      '2026-10-14',
      '2026-10-21',
    ])
  })

  it.each([
    ['hour', 'days30', 'day'],
    ['week', 'days7', 'day'],
    ['hour', 'days7', 'hour'],
    ['week', 'days90', 'week'],
  ] as const)('takes %s for %s as %s', (step, period, taken) => {
    expect(periodOf({ period, zone, step }, at).step).toBe(taken)
  })
})
