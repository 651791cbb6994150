import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { onEachEngine } from '../../../db/testing-engines'
import { testOffice } from '../../../testing/office'
import { boundsOfDays, whereWithinDays } from './days'

const hour = 3_600_000

it.each([
  ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', 25],
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', 23],
  ['2026-10-25', 'UTC', '2026-10-25T00:00:00.000Z', 24],
  // Clocks go forward at midnight, so the day begins at one o'clock.
  ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z', 23],
  // They change by half an hour.
  ['2026-04-05', 'Australia/Lord_Howe', '2026-04-04T13:00:00.000Z', 24.5],
])('%s in %s begins at %s and has %s hours', (day, zone, begin, hours) => {
  const { from, until } = boundsOfDays({ from: day, to: day }, zone)
  expect(from?.toISOString()).toBe(begin)
  expect((Number(until) - Number(from)) / hour).toBe(hours)
})

onEachEngine('the first and the last day that may be asked for in any zone', (kind) => {
  const office = testOffice(kind)

  it.each(['UTC', 'Asia/Tokyo', 'America/Los_Angeles'])('are days to the database, in %s', async (zone) => {
    const all = whereWithinDays(sql`now()`, { from: '0001-01-01', to: '9999-12-31' }, zone)
    const { rows } = await office.engine.db.execute(sql`SELECT ${all} AS found`)
    expect(rows).toEqual([{ found: true }])
  })
})
