import 'server-only'
import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * `cfl_`, then a random 256-bit number in 43 characters, then the CRC-32 of these characters in 6, both in base 62.
 * Secret scanners can find a token by this form and verify it by its checksum.
 */
export const tokenForm = /^cfl_[0-9A-Za-z]{49}$/

export const prefix = 'cfl_'
const [secretLength, checksumLength] = [43, 6]
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export function newApiToken(): string {
  const secret = toBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength)
  return prefix + secret + checksumOf(secret)
}

/** Returns whether a text has the form and checksum of a token. Needs no database, so that most guesses cost little. */
export function isWellFormed(token: string): boolean {
  if (!tokenForm.test(token)) return false
  const secret = token.slice(prefix.length, -checksumLength)
  return checksumOf(secret) === token.slice(-checksumLength)
}

/** Returns the first 8 characters, which are stored in clear so that people recognise the token. */
export const visibleStart = (token: string): string => token.slice(0, prefix.length + 4)

const checksumOf = (secret: string): string => toBase62(BigInt(crc32(secret)), checksumLength)

function toBase62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; rest > 0n; rest /= 62n) text = digits.charAt(Number(rest % 62n)) + text
  return text.padStart(length, '0')
}
