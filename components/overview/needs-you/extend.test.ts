import { expect, it } from 'vitest'
import { zonedDateTime } from '@/lib/gateway/values/schemas'
import { extended } from './remedy-rows'

it.each([
  ['2026-11-27T18:00:00+01:00', '2026-12-27T17:00:00+00:00'],
  ['2026-11-27T18:00:00.250Z', '2026-12-27T18:00:00+00:00'],
  ['2020-01-01T00:00:00Z', '2026-12-21T12:00:00+00:00'],
])('%s becomes %s', (before, after) => {
  expect(extended(before, Date.parse('2026-11-21T12:00:00Z'))).toBe(after)
  expect(zonedDateTime.safeParse(after).success).toBe(true)
})
