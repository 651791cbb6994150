import 'server-only'
import { maskEmail } from './item'

/** Fields of a payload that only a role with the right may read. */
export const personalFields = new Set([
  'email', 'first_name', 'last_name', 'address', 'zip', 'phone', 'birth_date', 'taxpayer_id', 'ip', 'device_id', 'holder',
]) // prettier-ignore

/** A card token charges a card; a PAN or CVC should never arrive, and is not shown if it does. */
const secretFields = new Set(['number', 'verification_value', 'cvc', 'cvv', 'pan'])

/** Deeper than this a payload is no payment; the rest is left out rather than walked. */
const maxDepth = 64

type Rights = { personal: boolean }

/**
 * A payload without what may not be shown: card tokens as their last four characters, card numbers and CVCs
 * not at all, personal data by role. Everything else is as it came; where nothing had to be masked, the very
 * same value is returned.
 */
export function maskPayload(value: unknown, rights: Rights, path: string[] = []): unknown {
  if (path.length > maxDepth) return '…'
  if (typeof value === 'string') return maskText(value)
  if (typeof value === 'number') return maskNumber(value)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => {
    const place = Array.isArray(value) ? path.at(-1) : key
    return [key, maskField(place ?? '', inner, rights, [...path, place ?? ''])] as const
  })
  const before = value as Record<string, unknown>
  if (entries.every(([key, masked]) => masked === before[key])) return value
  return Array.isArray(value) ? entries.map(([, masked]) => masked) : Object.fromEntries(entries)
}

function maskField(key: string, value: unknown, rights: Rights, path: string[]): unknown {
  const empty = value == null || value === '' || typeof value === 'boolean'
  const plain = typeof value === 'number' || (typeof value === 'string' && value !== '')
  if (plain && key === 'token' && path.includes('credit_card')) return `••••${String(value).slice(-4)}`
  if (plain && secretFields.has(key)) return '••••'
  if (!empty && !rights.personal && personalFields.has(key))
    return key === 'email' && typeof value === 'string' ? maskEmail(value) : '•••'
  return maskPayload(value, rights, path)
}

/**
 * Digits that pass the card check (12 to 19 of them, Luhn) are cut to their last four, whether they stand
 * together or in groups, as on a card. Where letters or dashes lead up to them they are part of an ID; no
 * card's number begins with 0.
 */
export function maskText(text: string): string {
  let masked = ''
  let from = 0
  for (const { index } of text.matchAll(/(?<![\w-])[1-9]/g)) {
    const card = index < from ? null : cardAt(text, index)
    if (!card) continue
    masked += `${text.slice(from, index)}••••${card.digits.slice(-4)}`
    from = card.end
  }
  return masked + text.slice(from)
}

/** The longest card number that begins here. Walked by hand: a pattern would take its time over a long text. */
function cardAt(text: string, start: number): { digits: string; end: number } | null {
  let digits = ''
  let found: { digits: string; end: number } | null = null
  for (let at = start; digits.length < 19; at++) {
    const next = text[at + 1] ?? ''
    if (isDigit(text[at])) {
      digits += text[at]
      if (digits.length >= 12 && !/[\w-]/.test(next) && passesLuhn(digits)) found = { digits, end: at + 1 }
    } else if (!(text[at] === ' ' || text[at] === '-') || !isDigit(next)) return found
  }
  return found
}

const isDigit = (char: string | undefined): boolean => char !== undefined && char >= '0' && char <= '9'

/** The same for a number, which stays one where it is no card's. */
function maskNumber(number: number): number | string {
  const masked = maskText(String(number))
  return masked === String(number) ? number : masked
}

function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index])
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
