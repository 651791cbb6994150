import { expect, it } from 'vitest'
import { groupDigits, formatExpiry } from './card-fields'

it('groups what is typed or pasted, and leaves deletions alone', () => {
  expect(groupDigits('42000', '4200')).toBe('4200 0')
  expect(groupDigits('4200000000000000', '')).toBe('4200 0000 0000 0000')
  expect(groupDigits('4200 ', '4200 0')).toBe('4200 ')
  expect(groupDigits('4900 0000', '4200 0000')).toBe('4900 0000')
})

it('puts the stroke into an expiry', () => {
  expect(formatExpiry('123', '12')).toBe('12/3')
  expect(formatExpiry('1239', '')).toBe('12/39')
  expect(formatExpiry('12/3', '12/')).toBe('12/3')
  expect(formatExpiry('12', '12/')).toBe('12')
})
