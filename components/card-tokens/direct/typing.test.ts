import { describe, expect, it } from 'vitest'
import { brandOf, failsLuhn, groupNumber, isPast, plainNumber } from './typing'

describe('a card number that is typed', () => {
  it.each([
    ['42000', '4200', '4200 0'],
    ['4200 0000 0000 00001', '4200 0000 0000 0000', '4200 0000 0000 0000 1'],
    ['4012000000001006', '', '4012 0000 0000 1006'],
    ['4012-0000-0000-1006', '', '4012 0000 0000 1006'],
    ['371449635398431', '', '3714 496353 98431'],
    ['6304000000000000000', '', '6304 0000 0000 0000 000'],
    ['4200 x', '4200 ', '4200 x'],
    ['420 0000', '4200 0000', '420 0000'],
    ['4201 0000', '4200 0000', '4201 0000'],
  ])('%j after %j reads %j', (next, before, shown) => expect(groupNumber(next, before)).toBe(shown))

  it('is sent without spaces', () => expect(plainNumber('4012 0000-0000 1006')).toBe('4012000000001006'))

  it.each([
    ['4012 0000 0000 1006', false],
    ['4012 0000 0000 1007', true],
    ['4012 0000', false],
    ['', false],
  ])('%j is odd: %s', (typed, odd) => expect(failsLuhn(typed)).toBe(odd))

  it.each([
    ['4', 'visa'],
    ['5204 24', 'master'],
    ['2221', 'master'],
    ['37', 'amex'],
    ['3528', 'jcb'],
    ['6011', 'discover'],
    ['6304', 'maestro'],
    ['2200', 'mir'],
    ['1', null],
    ['', null],
  ])('%j looks like %s', (typed, brand) => expect(brandOf(typed)).toBe(brand))
})

describe('an expiry', () => {
  const now = new Date('2026-03-15T00:00:00Z')
  it.each([
    ['2', '2026', true],
    ['03', '2026', false],
    ['12', '2025', true],
    ['13', '', false],
    ['', '2020', false],
    ['1', '20', false],
  ])('%s/%s has passed: %s', (month, year, past) => expect(isPast(month, year, now)).toBe(past))
})
