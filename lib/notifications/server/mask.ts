import 'server-only'
import { isCard, isCardKey } from '../../gateway/card-places'
import { cardUnder } from './card-brands'
import { cardNumbersIn } from './card-numbers'
import { isFreeText, maskContacts, maskEmail, maskEmails } from '../../core/server/search/contacts-in-text'

/** Fields of a payload that only a role with the right may read. */
export const personalFields = new Set([
  'email', 'first_name', 'middle_name', 'last_name', 'address', 'street', 'zip', 'phone', 'birth_date', 'gender',
  'taxpayer_id', 'ip', 'device_id', 'holder', 'iban',
]) // prettier-ignore

/** A card token charges a card; a PAN or CVC should never arrive, and is not shown if it does. */
export const secretFields = new Set(['number', 'verification_value', 'cvc', 'cvv', 'pan'])

/** Deeper than this a payload is no payment; the rest is left out rather than walked. */
const maxDepth = 64

export type Rights = { personal: boolean }

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
export function maskTextFor(text: string, key: string, { personal }: Rights): string {
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
