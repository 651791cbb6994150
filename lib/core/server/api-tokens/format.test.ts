import { describe, expect, it } from 'vitest'
import { isWellFormed, newApiToken, visibleStart, tokenForm } from './format'

describe('an API token', () => {
  it('has the form that the documentation gives to secret scanners', () => {
    const made = Array.from({ length: 200 }, newApiToken)
    for (const token of made) {
      expect(token).toMatch(tokenForm)
      expect(isWellFormed(token)).toBe(true)
      expect(visibleStart(token)).toBe(token.slice(0, 8))
    }
    expect(new Set(made).size).toBe(200)
  })

  it('rejects a changed character by its checksum', () => {
    const token = newApiToken()
    for (let at = 4; at < token.length; at++) {
      const other = token[at] === 'A' ? 'B' : 'A'
      expect(isWellFormed(token.slice(0, at) + other + token.slice(at + 1))).toBe(false)
    }
  })

  it('has a checksum that others can compute', () => {
    // CRC-32 of the 43 characters of its secret, in base 62.
    expect(isWellFormed('cfl_0000000000000000000000000000000000000000000000000')).toBe(false)
    expect(isWellFormed(`cfl_${'0'.repeat(43)}2CZclj`)).toBe(true)
  })
})
