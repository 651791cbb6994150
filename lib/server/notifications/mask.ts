import 'server-only'
import { isCard, isCardKey } from '../../gateway/card-places'
import { cardUnder } from './card-brands'
import { maskEmail } from './item'

/** Fields of a payload that only a role with the right may read. */
export const personalFields = new Set([
  'email', 'first_name', 'middle_name', 'last_name', 'address', 'street', 'zip', 'phone', 'birth_date', 'gender',
  'taxpayer_id', 'ip', 'device_id', 'holder', 'iban',
]) // prettier-ignore

/** A card token charges a card; a PAN or CVC should never arrive, and is not shown if it does. */
export const secretFields = new Set(['number', 'verification_value', 'cvc', 'cvv', 'pan'])

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
  if (typeof value === 'string') return maskText(value, key)
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

/** Of a short one its end would be all of it. */
export const maskToken = (token: string): string => `••••${token.length > 8 ? token.slice(-4) : ''}`

/**
 * Digits that pass the card check (12 to 19 of them, Luhn) and begin as a brand's are cut to their last four, whether
 * they stand together or in groups, as on a card. Where letters or dashes lead up to them they are part of an ID; no
 * card's number begins with 0. `key`: the field of a payload, which may say that they are none.
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

/** As they begin: quickly seen to be nowhere in most texts. */
const mayBegin = /(?:^|[^\w-])\d(?:[ .\-\u00a0\u2000-\u2015\u202f]?\d){11}/

/** Whether there can be a card's number in a text, or in any of the values of a JSON text that has no backslash. */
export const mayHaveNumber = (text: string): boolean => mayBegin.test(text)

type Found = { start: number; end: number; digits: string }

/**
 * What {@link maskText} takes for a card's number, and where it stands. `isSought`: which of them are looked for; of what
 * passes the check, the longest that is one. What it costs grows with the text's length alone.
 */
export function* cardNumbersIn(
  text: string,
  isSought: (digits: string) => boolean,
): Generator<Found> {
  if (!mayBegin.test(text)) return
  let at = 0
  while (at < text.length) {
    if (!isDigit(text.charCodeAt(at))) {
      at += 1
      continue
    }
    const run = runAt(text, at)
    yield* cardNumbersOf(text, run, isSought)
    at = (run.places.at(-1) ?? at) + 1
  }
}

/** Digits with at most one space, dash or dot between them: where they stand, and sums by which Luhn's check is quick. */
type Run = { digits: string; places: number[]; sums: [even: number[], odd: number[]] }

function runAt(text: string, start: number): Run {
  const places: number[] = []
  const sums: Run['sums'] = [[0], [0]]
  let [even, odd] = [0, 0]
  for (let at = start; isDigit(text.charCodeAt(at)); at += isBetween(text, at + 1) ? 2 : 1) {
    const digit = text.charCodeAt(at) - zero
    const doubled = digit > 4 ? digit * 2 - 9 : digit * 2
    const isOdd = places.length % 2 === 1
    even += isOdd ? doubled : digit
    odd += isOdd ? digit : doubled
    sums[0].push(even)
    sums[1].push(odd)
    places.push(at)
  }
  const end = (places.at(-1) ?? start) + 1
  return { digits: text.slice(start, end).replace(/\D/g, ''), places, sums }
}

const zero = 48
const isDigit = (code: number): boolean => code >= zero && code <= zero + 9
const [space, dash, dot] = [0x20, 0x2d, 0x2e]
/** The space that does not break, its narrow kin, those of other widths or none, and dashes. */
const isBlank = (code: number): boolean =>
  code === space || code === 0xa0 || code === 0x202f || (code >= 0x2000 && code <= 0x2015)
function isBetween(text: string, at: number): boolean {
  if (!isDigit(text.charCodeAt(at + 1))) return false
  const code = text.charCodeAt(at)
  return code === dash || code === dot || isBlank(code)
}
/** Dots stand between other digits, too, such as those of IP addresses: only between a card's groups they are a card's. */
const isOfGroups = (piece: string): boolean =>
  !piece.includes('.') || /^\d{4}\.(?:\d{4}\.\d{4}\.\d{4}(?:\.\d{3})?|\d{6}\.\d{4,5})$/.test(piece)
const isPartOfWord = (char: string | undefined): boolean => char !== undefined && /[\w-]/.test(char)

/** Of card numbers, in digits. */
export const lengths = { least: 12, most: 19 }

/** The numbers of a run that begin where nothing leads up to them, and pass the check; one after the other. */
function* cardNumbersOf(text: string, run: Run, isSought: (digits: string) => boolean): Generator<Found> {
  const { places } = run
  for (let first = 0; first + lengths.least <= places.length; first++) {
    const start = places[first] ?? 0
    if (text[start] === '0' || isPartOfWord(text[start - 1])) continue
    const longest = Math.min(first + lengths.most, places.length) - 1
    for (let last = longest; last >= first + lengths.least - 1; last--) {
      const end = (places[last] ?? 0) + 1
      if (!passesLuhn(run, first, last) || isPartOfWord(text[end])) continue
      const digits = run.digits.slice(first, last + 1)
      if (!isSought(digits) || !isOfGroups(text.slice(start, end))) continue
      yield { start, end, digits }
      first = last
      break
    }
  }
}

function passesLuhn({ sums }: Run, first: number, last: number): boolean {
  // From its last digit on, every other one counts double.
  const upTo = sums[last % 2 === 0 ? 0 : 1]
  return ((upTo[last + 1] ?? 0) - (upTo[first] ?? 0)) % 10 === 0
}

/** The same for a number, which stays one where it is no card's. */
function maskNumber(number: number, key: string): number | string {
  if (Math.abs(number) < 1e11) return number
  const masked = maskText(String(number), key)
  return masked === String(number) ? number : masked
}
