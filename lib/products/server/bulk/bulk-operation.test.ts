import { describe, expect, it } from 'vitest'
import { addDays, inZoneOf, toZoned } from '../../../core/server/zoned'
import { bulkOperation, type BulkOperationInput, type RoundingMode } from '../../bulk'
import type { ProductDetail } from '../../schema'
import { planOperation, changeByPercent } from './bulk-operation'
import { reverse, type Values } from '../changing/history'

const now = Date.parse('2026-11-21T12:00:00Z')
const product = (fields: Partial<ProductDetail> = {}) =>
  ({
    id: 'prd_00', currency: 'EUR', amount: 6500, quantity: 4, infinite: false, test: false, archived: false,
    immortal: false, expired_at: '2026-12-01T10:00:00+05:30', sources: { immortal: 'gateway', expired_at: 'gateway' },
    ...fields,
  }) as ProductDetail // prettier-ignore
const plan = (operation: BulkOperationInput, fields: Partial<ProductDetail> = {}) =>
  planOperation(bulkOperation.parse(operation), product(fields), { now })

describe('what an operation would do', () => {
  it('sets a price in its own currency only', () => {
    expect(plan({ kind: 'set_price', currency: 'EUR', amount: 700 })).toEqual({
      state: 'planned',
      change: { amount: 700 },
      before: { amount: 6500, currency: 'EUR' },
    })
    expect(plan({ kind: 'set_price', currency: 'EUR', amount: 6500 }).state).toBe('unchanged')
    expect(plan({ kind: 'set_price', currency: 'JPY', amount: 700 })).toMatchObject({
      state: 'invalid',
      errors: { currency: ['The price is in EUR'] },
    })
    expect(plan({ kind: 'set_price', currency: 'EUR', amount: 7 }, { currency: null }).state).toBe('invalid')
  })
  it('changes a price by percent, never to zero', () => {
    expect(plan({ kind: 'change_price', percent: '-12,5' })).toMatchObject({ change: { amount: 5688 } })
    expect(plan({ kind: 'change_price', percent: 10, rounding: { mode: 'up', step: 100 } })).toMatchObject({
      change: { amount: 7200 },
    })
    expect(plan({ kind: 'change_price', percent: '-99' }, { amount: 1 }).errors).toEqual({
      amount: ['The price would be 0.00 EUR: not above zero'],
    })
    expect(plan({ kind: 'change_price', percent: '100' }, { amount: Number.MAX_SAFE_INTEGER }).state).toBe(
      'invalid',
    )
    expect(plan({ kind: 'change_price', percent: '10' }, { amount: null }).state).toBe('invalid')
    expect(plan({ kind: 'change_price', percent: '0.001' }, { amount: 100 }).state).toBe('unchanged')
    expect(plan({ kind: 'change_price', percent: '1', currency: 'USD' }).state).toBe('invalid')
  })
  it.each(['0', '-100', '-101', '1e3', 'ten', '', '1.23456', ' '])(
    'refuses to change by %j percent',
    (percent) => expect(bulkOperation.safeParse({ kind: 'change_price', percent }).success).toBe(false),
  )
  it.each(['1,500', '-12,345', ' +1,000'])('refuses %j percent as ambiguous', (percent) =>
    expect(bulkOperation.safeParse({ kind: 'change_price', percent }).error?.issues).toMatchObject([
      { path: ['percent'], message: 'could_be_thousands' },
    ]),
  )
  it.each(['0,125', '-12.345', '1500', '3,25'])('takes %j percent', (percent) =>
    expect(bulkOperation.safeParse({ kind: 'change_price', percent }).success).toBe(true),
  )
  it('sets stock, or makes it unlimited', () => {
    expect(plan({ kind: 'set_quantity', quantity: 9 })).toMatchObject({
      change: { quantity: 9 },
      before: { quantity: 4, infinite: false },
    })
    expect(plan({ kind: 'set_quantity', quantity: 9 }, { infinite: true, quantity: null }).change).toEqual({
      infinite: false,
      quantity: 9,
    })
    expect(plan({ kind: 'set_quantity', quantity: 'infinite' }).change).toEqual({ infinite: true })
    expect(plan({ kind: 'set_quantity', quantity: 'infinite' }, { infinite: true }).state).toBe('unchanged')
    expect(plan({ kind: 'set_quantity', quantity: '4' }).state).toBe('unchanged')
  })
  it('extends in the product’s own zone, and expired ones from now', () => {
    const days = { kind: 'extend_expiry', by: { days: 7 } } as const
    expect(plan(days).change).toEqual({ expired_at: '2026-12-08T10:00:00+05:30' })
    expect(plan(days, { expired_at: '2020-01-01T00:00:00-03:00' }).change).toEqual({
      expired_at: '2026-11-28T09:00:00-03:00',
    })
    expect(plan(days, { immortal: true, expired_at: null }).state).toBe('unchanged')
    expect(plan(days, { immortal: null, expired_at: null }).state).toBe('invalid')
    const until = { kind: 'extend_expiry', by: { until: '2027-01-01T00:00:00+00:00' } } as const
    expect(plan(until).change).toEqual({ expired_at: '2027-01-01T05:30:00+05:30' })
    expect(plan(until, { immortal: true, expired_at: null }).change).toEqual({
      immortal: false,
      expired_at: '2027-01-01T00:00:00+00:00',
    })
    expect(plan({ kind: 'extend_expiry', by: { immortal: true } })).toMatchObject({
      change: { immortal: true },
      before: { immortal: false, expired_at: '2026-12-01T10:00:00+05:30' },
    })
  })
  it('archives and restores', () => {
    expect(plan({ kind: 'archive' })).toMatchObject({ state: 'planned', change: { archived: true } })
    expect(plan({ kind: 'restore' }).state).toBe('unchanged')
  })
})

it.each<[Values, Values, Values | null]>([
  [{ amount: 5 }, { amount: 4, currency: 'EUR' }, { amount: 4 }],
  [{ infinite: true }, { infinite: false, quantity: 3 }, { infinite: false, quantity: 3 }],
  [{ infinite: false, quantity: 9 }, { infinite: true, quantity: null }, { infinite: true }],
  [{ quantity: 9 }, { infinite: false, quantity: 0 }, { quantity: 0 }],
  [{ immortal: true }, { immortal: null, expired_at: null }, null],
  [{ expired_at: 'b' }, { immortal: null, expired_at: 'a' }, { expired_at: 'a' }],
  [{ name: 'b', language: 'de' }, { name: 'a', language: null }, null],
])('restores %j over %j: %j', (change, before, expected) => expect(reverse(change, before)).toEqual(expected))

it.each([
  ['2026-12-01T10:00:00.123Z', '2026-12-01T10:00:00+00:00'],
  ['2026-12-01 10:00 +0530', '2026-12-01T10:00:00+05:30'],
  ['2026-12-01T10:00:00-03:00', '2026-12-01T10:00:00-03:00'],
  ['2026-12-01T10:00:00', null],
  ['2026-02-30T10:00:00Z', null],
  ['tomorrow', null],
])('a date with a zone: %s', (text, expected) => expect(toZoned(text)).toBe(expected))

it('counts days by the clock of the zone', () => {
  expect(addDays('2024-02-28T23:30:00-08:00', 2)).toBe('2024-03-01T23:30:00-08:00')
  expect(inZoneOf('2026-01-01T00:00:00-08:00', Date.parse('2026-06-01T00:00:00Z'))).toBe(
    '2026-05-31T16:00:00-08:00',
  )
})

const change = (amount: number, percent: string, mode: RoundingMode = 'half_even', step = 1) =>
  changeByPercent(amount, percent, { mode, step })

describe('a price changed by percent', () => {
  it.each<[number, string, RoundingMode, number, bigint]>([
    [6500, '10', 'half_even', 1, 7150n],
    [6500, '-10', 'half_even', 1, 5850n],
    // Half to even, in both directions.
    [50, '1', 'half_even', 1, 50n],
    [150, '1', 'half_even', 1, 152n],
    [5, '10', 'half_even', 1, 6n], // 5.5
    [15, '10', 'half_even', 1, 16n], // 16.5
    [15, '10', 'up', 1, 17n],
    [15, '10', 'down', 1, 16n],
    [1001, '0.0001', 'up', 1, 1002n],
    [1001, '0.0001', 'down', 1, 1001n],
    // Steps of half a currency unit and of a whole one.
    [1999, '5', 'half_even', 50, 2100n],
    [1999, '5', 'down', 50, 2050n],
    [1999, '5', 'up', 100, 2100n],
    [125, '100', 'half_even', 100, 200n], // 2.5 steps
    [175, '100', 'half_even', 100, 400n], // 3.5 steps
    [1, '-50', 'half_even', 1, 0n],
    [1, '-99.9999', 'up', 1, 1n],
    [100, '-33.3333', 'half_even', 1, 67n],
  ])('%d by %s%%, %s to %d, is %s', (amount, percent, mode, step, expected) =>
    expect(change(amount, percent, mode, step)).toBe(expected),
  )
  it('is exact where floats are not', () => {
    expect(change(9_007_199_254_740_991, '100')).toBe(18_014_398_509_481_982n)
    expect(change(110, '0.1', 'up', 1)).toBe(111n)
  })
})
