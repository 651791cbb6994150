import 'server-only'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Time-based one-time passwords (RFC 6238), as all authenticator apps make them: SHA-1, 6 digits, 30 seconds. */
const stepSeconds = 30
const digits = 6

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A new secret of 20 bytes, in Base32. */
export const newSecret = (): string => base32(randomBytes(20))

export function base32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)] ?? '')
    .join('')
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The address that an authenticator app reads from a QR code. */
export function appAddress(secret: string, account: string): string {
  const label = `Counterfoil:${account}`
  const query = new URLSearchParams({ secret, issuer: 'Counterfoil', digits: String(digits), period: '30' })
  return `otpauth://totp/${encodeURIComponent(label)}?${query}`
}

export const stepAt = (at: Date): number => Math.floor(at.valueOf() / 1000 / stepSeconds)

export function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

/** Returns the time step whose code this is, or null. Takes the step before and after, for clocks a little off. */
export function stepOf(secret: string, code: string, at: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const now = stepAt(at)
  const given = Buffer.from(code)
  const matching = [now, now - 1, now + 1].filter((step) =>
    timingSafeEqual(Buffer.from(codeOf(secret, step)), given),
  )
  return matching[0] ?? null
}
