import 'server-only'
import { maskCards } from '../../../core/server/search/card-numbers'
import { isFreeText, maskContacts, maskEmail } from '../../../core/server/search/contacts-in-text'
import { isCard, isCardKey } from '../../../gateway/cards/card-places'
import { jsonLeaves, type JsonLeaf } from '../../../gateway/json-leaves'

/** Payload fields that need the right to personal data. */
export const personalFields = new Set([
  'email', 'first_name', 'middle_name', 'last_name', 'address', 'street', 'zip', 'phone', 'birth_date', 'gender',
  'taxpayer_id', 'ip', 'device_id', 'holder', 'iban',
]) // prettier-ignore

/** Fields that are never shown. A PAN or CVC should never arrive. */
const secretFields = new Set(['number', 'verification_value', 'cvc', 'cvv', 'pan'])

/** A deeper payload is not a payment. The rest is left out rather than walked. */
const maxDepth = 64

type Rights = { isPersonalShown: boolean }

/**
 * Masks a payload: card tokens to their last four characters, card numbers to their last four digits, PAN and CVC
 * fields entirely, personal data by role. Returns the same value if nothing was masked.
 */
export function maskPayload(value: unknown, rights: Rights, path: string[] = []): unknown {
  if (path.length > maxDepth) return '…'
  const key = path.at(-1) ?? ''
  if (typeof value === 'string') return maskTextFor(value, key, rights)
  if (typeof value === 'number') return maskNumber(value, key)
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value) ? maskList(value, rights, path) : maskObject(value, rights, path)
}

function maskList(list: unknown[], rights: Rights, path: string[]): unknown[] {
  const key = path.at(-1) ?? ''
  const within = [...path, key]
  const masked = list.map((inner) => maskField(key, inner, rights, within))
  return masked.every((inner, at) => inner === list[at]) ? list : masked
}

function maskObject(value: object, rights: Rights, path: string[]): unknown {
  const entries = Object.entries(value).map(
    ([key, inner]) =>
      [
        key,
        key === 'token' && typeof inner === 'string' && isCard(value)
          ? maskToken(inner)
          : maskField(key, inner, rights, [...path, key]),
        inner,
      ] as const,
  )
  if (entries.every(([, masked, inner]) => masked === inner)) return value
  return Object.fromEntries(entries.map(([key, masked]) => [key, masked]))
}

function maskField(key: string, value: unknown, rights: Rights, path: string[]): unknown {
  const isEmpty = value == null || value === '' || typeof value === 'boolean'
  const isPlain = typeof value === 'number' || (typeof value === 'string' && value !== '')
  if (isPlain && key === 'token' && path.some(isCardKey)) return maskToken(String(value))
  if (isPlain && secretFields.has(key)) return '••••'
  if (!isEmpty && !rights.isPersonalShown && personalFields.has(key))
    return key === 'email' && typeof value === 'string' ? maskEmail(value) : '•••'
  return maskPayload(value, rights, path)
}

/** Without the right to personal data, also masks contacts. */
function maskTextFor(text: string, key: string, { isPersonalShown }: Rights): string {
  const withoutCards = maskCards(text, key)
  return isPersonalShown ? withoutCards : maskContacts(withoutCards, { isFreeText: isFreeText(key) })
}

/** Shows nothing of a short token: four characters would be most of it. */
export const maskToken = (token: string): string => `••••${token.length > 8 ? token.slice(-4) : ''}`

function maskNumber(number: number, key: string): number | string {
  if (Math.abs(number) < 1e11) return number
  const masked = maskCards(String(number), key)
  return masked === String(number) ? number : masked
}

/**
 * Masks a payload's text like {@link maskPayload}, and keeps all else: numbers of any size, repeated keys, whitespace.
 * The text must be JSON.
 */
export function maskedText(text: string, { isPersonalShown }: Rights): string {
  let masked = ''
  let from = 0
  const isMark = (key: string) => !isPersonalShown && personalFields.has(key)
  jsonLeaves(text, isMark, (leaf) => {
    const shown = shownValue(leaf, isPersonalShown)
    if (shown === leaf.value) return
    masked += text.slice(from, leaf.start) + JSON.stringify(shown)
    from = leaf.end
  })
  return masked + text.slice(from)
}

function shownValue(
  { key, above, isMarked: isPersonal, kind, value }: JsonLeaf,
  isPersonalShown: boolean,
): string {
  if (value === '') return value
  if (isPersonal) return '•••'
  if (kind === 'key') return maskCards(value)
  if (key === 'token' && above.some(isCardKey)) return maskToken(value)
  if (secretFields.has(key)) return '••••'
  if (!isPersonalShown && personalFields.has(key)) return key === 'email' ? maskEmail(value) : '•••'
  return maskTextFor(value, key, { isPersonalShown })
}

const textOrSpaceOrComma = /("[^"\\]*(?:\\.[^"\\]*)*")|\s+|,/g

/**
 * Removes whitespace outside the strings of a JSON text. A space stays after each comma: without it, CSV files would have a
 * quote before a negative number (lib/core/server/files/csv.ts), and the text would be no JSON.
 */
export const onOneLine = (text: string): string =>
  text.replace(textOrSpaceOrComma, (found, quoted?: string) => quoted ?? (found === ',' ? ', ' : ''))

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Decodes UTF-8. Null if any of it is invalid. */
export function asText(body: Buffer): string | null {
  try {
    return strictUtf8.decode(body)
  } catch {
    return null
  }
}

/** Multi-byte characters of UTF-8 (RFC 3629, section 4), and other bytes above 0x7f, in `latin1`. */
const severalBytes =
  /[\u00c2-\u00df][\u0080-\u00bf]|\u00e0[\u00a0-\u00bf][\u0080-\u00bf]|[\u00e1-\u00ec\u00ee\u00ef][\u0080-\u00bf]{2}|\u00ed[\u0080-\u009f][\u0080-\u00bf]|\u00f0[\u0090-\u00bf][\u0080-\u00bf]{2}|[\u00f1-\u00f3][\u0080-\u00bf]{3}|\u00f4[\u0080-\u008f][\u0080-\u00bf]{2}|[\u0080-\u00ff]/g

/** Invalid bytes are stored as lone surrogates, which no UTF-8 text contains: this plus the byte. */
const loneSurrogateBase = 0xdc00

/**
 * Decodes bytes that are partly UTF-8. The others become lone surrogates, which {@link encodeLossless} turns back, and so
 * do the bytes of the characters in `undecoded`.
 */
export const decodeLossless = (bytes: Buffer, undecoded = ''): string =>
  bytes.toString('latin1').replaceAll(severalBytes, (found) => {
    const character = found.length > 1 ? Buffer.from(found, 'latin1').toString('utf8') : ''
    return character !== '' && !undecoded.includes(character) ? character : toLoneSurrogates(found)
  })

const toLoneSurrogates = (latin1: string): string =>
  latin1.replaceAll(/[^]/g, (byte) => String.fromCharCode(loneSurrogateBase + byte.charCodeAt(0)))

export const encodeLossless = (text: string): Buffer =>
  Buffer.concat(
    text
      // With the `u` flag, this matches lone surrogates only, not half of a pair.
      .split(/([\udc80-\udcff]+)/u)
      .map((part, at) => (at % 2 === 0 ? Buffer.from(part) : Buffer.from(toLatin1(part), 'latin1'))),
  )

const toLatin1 = (surrogates: string): string =>
  surrogates.replaceAll(/[^]/g, (surrogate) => String.fromCharCode(byteOf(surrogate)))

/** Returns the byte that a lone surrogate represents. */
export const byteOf = (surrogate: string): number => surrogate.charCodeAt(0) - loneSurrogateBase
