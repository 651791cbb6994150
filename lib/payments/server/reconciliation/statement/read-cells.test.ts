import { describe, expect, it } from 'vitest'
import { guessMapping } from './preview'
import { otherUnitIn } from '../../../reconciliation/statement-unit'
import { readAmount, readTime } from './read-cells'

const major = (decimal: '.' | ',') => ({ amounts: 'major' as const, decimal })

describe('an amount in a statement', () => {
  it.each([
    ['$12.50', 'HKD', null],
    ['₲12400', 'PYG', null],
    ['HKD 12.50', 'HKD', null],
    ['XQX 12.50', 'XQX', null],
    ['US$ 12.50', 'USD', null],
    ['A$12.50', 'AUD', null],
    ['12,50 C$', 'CAD', null],
    ['USD $12.50', 'USD', null],
    ['€12.50', 'XQX', '€'],
    ['$12.50', 'EUR', '$'],
    ['€12.50', 'HKD', '€'],
    ['US$ 12.50', 'CAD', 'US$'],
    ['US $12.50', 'CAD', 'US$'],
    ['RMB 12.50', 'CNY', 'RMB'],
  ])('%s in a row of %s has the unit of another currency: %s', (text, currency, unit) =>
    expect(otherUnitIn(text, currency)).toBe(unit),
  )

  it.each([
    ['12.50', '.', 2, 1250],
    ['1,234.50', '.', 2, 123_450],
    ['1.234,50', ',', 2, 123_450],
    ['1 234,50 EUR', ',', 2, 123_450],
    ["1'234'567.50", '.', 2, 123_456_750],
    ['( 1 234.50 )', '.', 2, -123_450],
    ["'12.50", '.', 2, 1250],
    ['€12.50', '.', 2, 1250],
    ['US$ 12.50', '.', 2, 1250],
    ['€ 1 234,50 -', ',', 2, -123_450],
    ['-A$12.50', '.', 2, -1250],
    ['12,50 C$', ',', 2, 1250],
    ['RMB 12.50', '.', 2, 1250],
    ['-12.50', '.', 2, -1250],
    ['−12,5', ',', 2, -1250],
    ['(12.50)', '.', 2, -1250],
    ['12.50-', '.', 2, -1250],
    ['12.500', '.', 2, 1250],
    ['1.234', ',', 2, 123_400],
    ['1.234', '.', 3, 1234],
    ['700', '.', 0, 700],
    ['90071992547409.91', '.', 2, Number.MAX_SAFE_INTEGER],
  ] as const)('%s with the mark %s and %i decimals is %i', (text, decimal, exponent, minor) => {
    expect(readAmount(text, major(decimal), exponent)).toEqual({
      minor: Math.abs(minor),
      isNegative: minor < 0,
    })
  })

  it.each([
    ['1.234,50', '.', 2, 'amount'],
    ['1,234.50', ',', 2, 'amount'],
    ['12,34', '.', 2, 'amount'],
    ['1.234', '.', 2, 'decimals'],
    ['90071992547409.92', '.', 2, 'too_big'],
    ['1e3', '.', 2, 'amount'],
    ['#####', '.', 2, 'amount'],
    ['5 10.00', '.', 2, 'amount'],
    ['5  10.00', '.', 2, 'amount'],
    ["5 '10.00", '.', 2, 'amount'],
    ["5' 10.00", '.', 2, 'amount'],
    ['5, 100.00', '.', 2, 'amount'],
    ["1'2.50", '.', 2, 'amount'],
    ["1 234'567.00", '.', 2, 'amount'],
    ['1,234 567.00', '.', 2, 'amount'],
    ['12.50', '.', null, 'unknown_currency'],
  ] as const)('%s with the mark %s is never guessed', (text, decimal, exponent, problem) => {
    expect(readAmount(text, major(decimal), exponent)).toEqual({ problem })
  })

  it('is refused at once also in the longest cell', () => {
    expect(readAmount(`0.${'0'.repeat(200_000)}1`, major('.'), 2)).toEqual({ problem: 'amount' })
  })

  it('in minor units has no decimals in any currency', () => {
    const minor = { amounts: 'minor' as const, decimal: '.' as const }
    expect(readAmount('1250', minor, null)).toEqual({ minor: 1250, isNegative: false })
    expect(readAmount('12.50', minor, 2)).toEqual({ problem: 'decimals' })
  })
})

describe('a time in a statement', () => {
  const zone = 'Europe/Berlin'
  it.each([
    ['2026-11-01T10:00:00Z', 'ymd', '2026-11-01T10:00:00.000Z', '2026-11-01'],
    ['2026-11-01T23:30:00Z', 'ymd', '2026-11-01T23:30:00.000Z', '2026-11-02'],
    ['2026-11-01 10:00:00 +0200', 'ymd', '2026-11-01T08:00:00.000Z', '2026-11-01'],
    ['01.11.2026 10:00', 'dmy', '2026-11-01T09:00:00.000Z', '2026-11-01'],
    ['11/01/2026 10:00 PM', 'mdy', '2026-11-01T21:00:00.000Z', '2026-11-01'],
    ['25.10.2026 01:30', 'dmy', '2026-10-24T23:30:00.000Z', '2026-10-25'],
    ['25.10.2026 03:30', 'dmy', '2026-10-25T02:30:00.000Z', '2026-10-25'],
    ['2026-10-24T22:05:00Z', 'ymd', '2026-10-24T22:05:00.000Z', '2026-10-25'],
    ['01.11.26', 'dmy', '2026-11-01T11:00:00.000Z', '2026-11-01'],
  ] as const)('%s is read as %s', (text, dates, at, day) => {
    const read = readTime(text, { dates, zone })
    expect([read?.at.toISOString(), read?.day]).toEqual([at, day])
  })

  it.each(['30.02.2026', '13/13/2026', '46327', '2026-11-01 25:00', 'Total', '01.11.1026'])(
    '%s is none',
    (text) => expect(readTime(text, { dates: 'dmy', zone })).toBeNull(),
  )
})

it('a time is refused at once also in the longest cell', () =>
  expect(readTime(`2026-11-01 10:00${' '.repeat(200_000)}x`, { dates: 'ymd', zone: 'UTC' })).toBeNull())

describe('a guess', () => {
  const guess = (header: string, ...rows: string[]) =>
    guessMapping(
      header.split(';'),
      rows.map((row) => row.split(';')),
      'UTC',
    )

  it('is guessed if the file is unambiguous', () => {
    const { mapping, undecided } = guess(
      'Transaction UID;Order;Betrag (EUR);Datum;Typ',
      'a;1;1.234,50;13.11.2026;Zahlung',
      'b;2;7,00;01.11.2026;Fee',
    )
    expect(mapping).toMatchObject({
      columns: ['uid', 'tracking_id', 'amount', 'time', 'type'],
      decimal: ',',
      dates: 'dmy',
      currency: 'EUR',
      types: { zahlung: 'payment', fee: null },
    })
    expect(undecided).toEqual([])
  })

  it('takes a column for UIDs if its name or its cells say so', () => {
    const uid = '8b1f7a34-3c1a-4a3e-9d52-0c6a3c5e7f10'
    const first = (name: string, ...cells: string[]) =>
      guess(`${name};amount`, ...cells.map((cell) => `${cell};1.00`)).mapping.columns[0]
    expect(first('UID', '4711')).toBe('uid')
    for (const name of ['ID', 'Payment ID', 'Transaction', 'Transaction ID', 'Transaktionsnummer']) {
      expect(first(name, uid, uid.toUpperCase())).toBe('uid')
      expect(first(name, uid, 'Summe', 'Total')).toBe('uid')
      expect(first(name, 'Total')).toBeNull()
      expect(first(name, uid, '4711')).toBeNull()
    }
  })

  it('of dates is left to a person if a number can be the day or the year', () => {
    const datesIn = (...times: string[]) => {
      const { mapping, undecided } = guess('uid;time', ...times.map((time) => `a;${time}`))
      return undecided.includes('dates') ? null : mapping.dates
    }
    expect(datesIn('26-11-10', '26-11-11')).toBeNull()
    expect(datesIn('25/12/26')).toBeNull()
    expect(datesIn('25/12/2026')).toBe('dmy')
    expect(datesIn('25.12.26')).toBe('dmy')
    expect(datesIn('12/25/26')).toBe('mdy')
  })

  it('is left to a person if it is ambiguous', () => {
    expect(guess('uid;amount;time', 'a;1.234;01/02/2026').undecided).toEqual(['decimal', 'dates', 'currency'])
  })
})
