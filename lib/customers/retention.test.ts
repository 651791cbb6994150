import { expect, test } from 'vitest'
import { retentionChange, retentionEffectQuery, retentionFormSchema } from './retention'

test.each(['1', '24', '120'])('%s months are asked about', (months) => {
  expect(retentionEffectQuery.parse({ months })).toEqual({ months: Number(months) })
})

test.each(['0', '121', '-1', '1.5', '', 'x', undefined])('%s months are no period', (months) => {
  expect(retentionEffectQuery.safeParse({ months }).success).toBe(false)
})

test('a period needs the number of customers that was shown', () => {
  expect(retentionChange.safeParse({ enabled: true, months: 24, expected: 0, version: 1 }).success).toBe(true)
  expect(retentionChange.safeParse({ enabled: false, version: 1 }).success).toBe(true)
  for (const wrong of [
    { enabled: true, months: 24 },
    { enabled: true, expected: 1 },
    { enabled: true, months: 24, expected: -1 },
    { enabled: true, months: '24', expected: 1 },
    { enabled: false, months: 24 },
    { months: 24, expected: 1 },
  ])
    expect(retentionChange.safeParse({ ...wrong, version: 1 }).success).toBe(false)
  expect(retentionChange.safeParse({ enabled: false }).success).toBe(false)
})

test('a wish without a period says where it is missing', () => {
  expect(retentionFormSchema.safeParse({ enabled: true }).error?.issues).toMatchObject([{ path: ['months'] }])
  expect(retentionFormSchema.safeParse({ enabled: false }).success).toBe(true)
})
