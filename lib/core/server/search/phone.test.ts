import { describe, expect, it } from 'vitest'
import { digitsOf, isSamePhone } from '../../phone'
import { phoneDigitsOf, marksOfDigits } from './phone'

describe('a telephone number', () => {
  it.each([
    ['+49 (171) 234-56', '4917123456'],
    ['0049 171 23456', '4917123456'],
    ['+49 (0)171 23456', '4917123456'],
    ['0171 23456', '17123456'],
    ['', ''],
    [null, ''],
  ])('%s has the digits %s', (phone, digits) => expect(digitsOf(phone)).toBe(digits))

  it.each(['+49 171', '(0171) 2345', '1712', '+49-171/23.456', 'Tel.: +49 171', 'Phone 0171 234'])(
    'is what %s looks like',
    (q) => expect(phoneDigitsOf(q)).toBe(digitsOf(q)),
  )
  it.each(['192.0.2.17', '123', '0012', 'a1712', '1712 maria', 'telly 1712', '::1', '+', '', '00000'])(
    'is not what %s looks like',
    (q) => expect(phoneDigitsOf(q)).toBeNull(),
  )

  it.each([
    ['+49 171 2345678', '0171 2345678', true],
    ['+49 171 2345678', '171-234-5678', true],
    ['+49 171 2345678', '+43 171 2345678', false],
    ['112', '112', true],
    ['112', '5112', false],
    ['', '', false],
  ])('%s and %s are the same: %s', (one, other, isSame) => expect(isSamePhone(one, other)).toBe(isSame))

  it('is marked where its digits stand', () => {
    expect(marksOfDigits('+49 (171) 234-56', '17123')).toEqual([[5, 7]])
    expect(marksOfDigits('+49 171', '999')).toEqual([])
    expect(marksOfDigits(null, '999')).toEqual([])
  })
})
