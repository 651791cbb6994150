import 'server-only'
import { isCard, isCardKey } from '../../gateway/card-places'
import { cardUnder, cardNumbersIn } from './card-numbers'
import { isFreeText, maskContacts, maskEmail, maskEmails } from '../../core/server/search/contacts-in-text'
import { jsonLeaves, type JsonLeaf } from '../../gateway/json-leaves'

/** Fields of a payload that only a role with the right may read. */
export const personalFields = new Set([
  'email', 'first_name', 'middle_name', 'last_name', 'address', 'street', 'zip', 'phone', 'birth_date', 'gender',
  'taxpayer_id', 'ip', 'device_id', 'holder', 'iban',
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
  const key = path.at(-1) ?? ''
  if (typeof value === 'string') return maskTextFor(value, key, rights)
  if (typeof value === 'number') return maskNumber(value, key)
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value) ? maskList(value, rights, path) : maskObject(value, rights, path)
}

function maskList(list: unknown[], rights: Rights, path: string[]): unknown[] {
  const place = path.at(-1) ?? ''
  const within = [...path, place]
  const masked = list.map((inner) => maskField(place, inner, rights, within))
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
  const empty = value == null || value === '' || typeof value === 'boolean'
  const plain = typeof value === 'number' || (typeof value === 'string' && value !== '')
  if (plain && key === 'token' && path.some(isCardKey)) return maskToken(String(value))
  if (plain && secretFields.has(key)) return '••••'
  if (!empty && !rights.personal && personalFields.has(key))
    return key === 'email' && typeof value === 'string' ? maskEmail(value) : '•••'
  return maskPayload(value, rights, path)
}

/** A text of a payload; who may not see contacts sees none in what people wrote, nor an e-mail address in anything. */
function maskTextFor(text: string, key: string, { personal }: Rights): string {
  const withoutCards = maskText(text, key)
  if (personal) return withoutCards
  return isFreeText(key) ? maskContacts(withoutCards) : maskEmails(withoutCards)
}

/** Of a short one its end would be all of it. */
export const maskToken = (token: string): string => `••••${token.length > 8 ? token.slice(-4) : ''}`

/**
 * Digits that pass the card check (12 to 19 of them, Luhn) and begin as a brand's are cut to their last four, whether
 * they stand together or in groups, as on a card (card-numbers.ts). `key`: the field of a payload, which may say that they are none.
 */
export function maskText(text: string, key = ''): string {
  const isTaken = cardUnder(key)
  if (!isTaken) return text
  let masked = ''
  let from = 0
  for (const { start, end, digits } of cardNumbersIn(text, isTaken)) {
    masked += `${text.slice(from, start)}••••${digits.slice(-4)}`
    from = end
  }
  return masked + text.slice(from)
}

/** The same for a number, which stays one where it is no card's. */
function maskNumber(number: number, key: string): number | string {
  if (Math.abs(number) < 1e11) return number
  const masked = maskText(String(number), key)
  return masked === String(number) ? number : masked
}

/**
 * The text of a payload without what may not be shown, as {@link maskPayload} has it; all else is as it came: numbers of
 * any size, what is there twice, and the space between. Of what is no JSON, whatever comes.
 */
export function maskedText(text: string, { personal }: Rights): string {
  let masked = ''
  let from = 0
  const isMark = (key: string) => !personal && personalFields.has(key)
  jsonLeaves(text, isMark, (leaf) => {
    const shown = shownValue(leaf, personal)
    if (shown === leaf.value) return
    masked += text.slice(from, leaf.start) + JSON.stringify(shown)
    from = leaf.end
  })
  return masked + text.slice(from)
}

function shownValue(
  { key, above, isMarked: isOfPersonal, kind, value }: JsonLeaf,
  personal: boolean,
): string {
  if (value === '') return value
  if (isOfPersonal) return '•••'
  if (kind === 'key') return maskText(value)
  if (key === 'token' && above.some(isCardKey)) return maskToken(value)
  if (secretFields.has(key)) return '••••'
  if (!personal && personalFields.has(key)) return key === 'email' ? maskEmail(value) : '•••'
  return maskTextFor(value, key, { personal })
}

const textOrSpace = /("[^"\\]*(?:\\.[^"\\]*)*")|\s+/g

/** The text of a payload on one line. */
export const onOneLine = (text: string): string => text.replace(textOrSpace, '$1')

const strictly = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Null where it is no text in UTF-8, or not all of it. */
export function asText(body: Buffer): string | null {
  try {
    return strictly.decode(body)
  } catch {
    return null
  }
}

/** The characters of UTF-8 that take several bytes (RFC 3629, section 4), as `latin1` has these bytes. */
const severalBytes =
  /[\u00c2-\u00df][\u0080-\u00bf]|\u00e0[\u00a0-\u00bf][\u0080-\u00bf]|[\u00e1-\u00ec\u00ee\u00ef][\u0080-\u00bf]{2}|\u00ed[\u0080-\u009f][\u0080-\u00bf]|\u00f0[\u0090-\u00bf][\u0080-\u00bf]{2}|[\u00f1-\u00f3][\u0080-\u00bf]{3}|\u00f4[\u0080-\u008f][\u0080-\u00bf]{2}|[\u0080-\u00ff]/g

/** Half a character, which no text in UTF-8 has: so much above a byte. */
const aboveByte = 0xdc00

/**
 * Bytes that are not all text in UTF-8, as a text: what is none stands as half a character of its own, so that
 * {@link bytesOfText} gives the same bytes again. `but`: characters that stand as their bytes, too.
 */
export const textOfBytes = (bytes: Buffer, but = ''): string =>
  bytes.toString('latin1').replaceAll(severalBytes, (found) => {
    const character = found.length > 1 ? Buffer.from(found, 'latin1').toString('utf8') : ''
    return character !== '' && !but.includes(character) ? character : halvesOf(found)
  })

const halvesOf = (latin1: string): string =>
  latin1.replaceAll(/[^]/g, (byte) => String.fromCharCode(aboveByte + byte.charCodeAt(0)))

export const bytesOfText = (text: string): Buffer =>
  Buffer.concat(
    text
      // By code points: half of a character is none here.
      .split(/([\udc80-\udcff]+)/u)
      .map((part, at) => (at % 2 === 0 ? Buffer.from(part) : Buffer.from(byteLetters(part), 'latin1'))),
  )

const byteLetters = (halves: string): string =>
  halves.replaceAll(/[^]/g, (half) => String.fromCharCode(byteOf(half)))

/** Which byte half a character stands for. */
export const byteOf = (half: string): number => half.charCodeAt(0) - aboveByte
