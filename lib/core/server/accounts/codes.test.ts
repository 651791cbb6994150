import { expect, it } from 'vitest'
import { appAddress, base32, codeOf, newSecret, stepAt, stepOf } from './codes'

/** RFC 6238, appendix B, in six digits. */
const secret = base32(Buffer.from('12345678901234567890'))

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('makes the code of RFC 6238 at %i seconds', (seconds, code) => {
  expect(codeOf(secret, stepAt(new Date(seconds * 1000)))).toBe(code)
})

it('accepts a code one step early or late, no more', () => {
  const at = new Date(1_800_000_000_000)
  const step = stepAt(at)
  for (const distance of [-1, 0, 1])
    expect(stepOf(secret, codeOf(secret, step + distance), at)).toBe(step + distance)
  for (const distance of [-120, -2, 2, 120])
    expect(stepOf(secret, codeOf(secret, step + distance), at)).toBeNull()
})

it('takes nothing that is not six digits', () => {
  for (const text of ['', '12345', '1234567', 'abcdef', '１２３４５６', '12 456'])
    expect(stepOf(secret, text, new Date())).toBeNull()
})

it('makes secrets of 160 bits, and an address that apps read', () => {
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(appAddress('ABC', 'ada@shop.example')).toBe(
    'otpauth://totp/Counterfoil%3Aada%40shop.example?secret=ABC&issuer=Counterfoil&digits=6&period=30',
  )
})
