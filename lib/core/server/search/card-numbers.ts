import 'server-only'
import { plainDigits } from '../../phone'

/** A quick test for 12 digits with few separators, which most texts fail. */
const mayBe = /\d(?:[ \t./_\-\u00a0\u00ad\u2000-\u2015\u202f]{0,3}\d){11}/

/** A quick test for other digits, such as ４, ٤, ⁴, ④ and 𝟒. */
const mayHaveOtherDigits = /[\u00b2\u00b3\u00b9\u0660-\uffff]/

/**
 * `written`: the text with one character for each that JavaScript counts as two (a digit, or a space). `plain`: with 0 to 9
 * for all digits, each at its position in `written`. `pairs`: the positions of the replaced ones.
 */
type Text = { plain: string; written: string; pairs: number[] }

/** Search finds these digits as 0 to 9, too. */
function readDigits(given: string): Text {
  const pairs: number[] = []
  if (!mayHaveOtherDigits.test(given)) return { plain: given, written: given, pairs }
  const written = given.replace(/[\u{10000}-\u{10ffff}]/gu, (pair, at: number) => {
    pairs.push(at - pairs.length)
    const digit = plainDigits(pair)
    return digit.length === 1 ? digit : ' '
  })
  return { plain: plainDigits(written), written, pairs }
}

/**
 * Returns whether a text may contain a card number. For a JSON text without backslashes, this covers all its values.
 */
export const mayHaveNumber = (text: string): boolean => mayBe.test(readDigits(text).plain)

type Found = { start: number; end: number; digits: string }

/**
 * Finds the longest card numbers: 12 to 19 digits, together or in groups, that pass Luhn and `isSought`. Ignores digits
 * in an alphanumeric ID, but not beside a word, as in `PAN4111…` or `order-4111…`. None begins with 0. The cost is
 * linear in the text's length.
 */
export function* cardNumbersIn(given: string, isSought: IsCard): Generator<Found> {
  const text = readDigits(given)
  const { plain, pairs } = text
  if (!mayBe.test(plain)) return
  let [at, pairsBefore] = [0, 0]
  /** Returns the position in `given`. Positions only grow. */
  const placeOf = (position: number): number => {
    while ((pairs[pairsBefore] ?? Infinity) < position) pairsBefore += 1
    return position + pairsBefore
  }
  while (at < plain.length) {
    if (!isDigit(plain.charCodeAt(at))) {
      at += 1
      continue
    }
    const run = runAt(plain, at)
    for (const { start, end, digits } of cardNumbersOf(text, run, isSought))
      yield { start: placeOf(start), end: placeOf(end), digits }
    at = (run.places.at(-1) ?? at) + 1
  }
}

/** Digits with at most three separators between them, their positions, and prefix sums for a quick Luhn check. */
type Run = { digits: string; places: number[]; sums: [even: number[], odd: number[]] }

function runAt(text: string, start: number): Run {
  const places: number[] = []
  const sums: Run['sums'] = [[0], [0]]
  let [even, odd] = [0, 0]
  for (let at = start; isDigit(text.charCodeAt(at)); at = nextDigit(text, at + 1)) {
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
const maxSeparators = 3

/** Returns the next digit's position, after at most `mostBetween` separators; without one, the text's length. */
function nextDigit(text: string, from: number): number {
  let at = from
  while (at < from + maxSeparators && isSign(text.charCodeAt(at))) at += 1
  return isDigit(text.charCodeAt(at)) ? at : text.length
}

const signs = new Set(Array.from('\t ./_-\u00a0\u00ad\u202f', (sign) => sign.charCodeAt(0)))
/** Separators between groups: spaces of any width or none, dashes, and what people type instead. */
const isSign = (code: number): boolean => signs.has(code) || (code >= 0x2000 && code <= 0x2015)

/**
 * Whether the separators fit a card number. A single space or dash may be anywhere. Others also occur in IP addresses
 * and dates, so they count only between a card's usual groups.
 */
const isOfGroups = (piece: string): boolean =>
  !/[\t./_\u00ad]|[^\d]{2}/.test(piece) ||
  /^\d{4}(?<sign>\D{1,3})(?:\d{4}\k<sign>\d{4}\k<sign>\d{4}(?:\k<sign>\d{3})?|\d{6}\k<sign>\d{4,5})$/.test(
    piece,
  )

export const lengths = { least: 12, most: 19 }

/** Yields the run's card numbers that are alone or beside a word and pass Luhn, in order. */
function* cardNumbersOf(text: Text, run: Run, isSought: IsCard): Generator<Found> {
  const { plain } = text
  const { places } = run
  for (let first = 0; first + lengths.least <= places.length; first++) {
    const start = places[first] ?? 0
    const before = plain[start] === '0' ? 'id' : ledBy(text, start)
    if (before === 'id') continue
    const longest = Math.min(first + lengths.most, places.length) - 1
    for (let last = longest; last >= first + lengths.least - 1; last--) {
      if (!passesLuhn(run, first, last)) continue
      const end = (places[last] ?? 0) + 1
      const after = followedBy(text, end)
      const digits = run.digits.slice(first, last + 1)
      const isBesideWord = before === 'word' || after === 'word'
      if (after === 'id' || !isSought(digits, isBesideWord) || !isOfGroups(plain.slice(start, end))) continue
      yield { start, end, digits }
      first = last
      break
    }
  }
}

type Beside = 'nothing' | 'word' | 'id'

/** Longest word that is looked at beside a number. */
const maxWordLength = 24
/**
 * Characters that no hexadecimal ID has; its digits may pass for a card number by chance. `%B` precedes the number on a
 * magnetic stripe.
 */
const ofWord = /[g-z_%]/i
const ledBy = (text: Text, start: number): Beside =>
  besideOf(
    text,
    [start, start - 1],
    ({ plain }) => /%?[a-z_-]*$/i.exec(plain.slice(Math.max(0, start - maxWordLength), start))?.[0],
  )
const followedBy = (text: Text, end: number): Beside =>
  besideOf(text, [end - 1, end], ({ plain }) => /^[a-z_-]*/i.exec(plain.slice(end, end + maxWordLength))?.[0])

/** Raised, lowered and circled digits: beside another digit, they may be the number of a footnote. */
const isNote = (sign = ''): boolean => sign > '\u007f' && /\p{No}/u.test(sign)

/** `own`, `other`: the positions of a digit of the number, and of the character beside it. */
function besideOf(
  text: Text,
  [own, other]: [number, number],
  letters: (text: Text) => string | undefined,
): Beside {
  const sign = text.plain[other]
  if (sign === undefined || !/[\w-]/.test(sign)) return 'nothing'
  // Most calls are for a place within digits, so skip the other checks.
  if (isDigit(sign.charCodeAt(0)))
    return isNote(text.written[own]) === isNote(text.written[other]) ? 'id' : 'nothing'
  return ofWord.test(sign) || ofWord.test(letters(text) ?? '') ? 'word' : 'id'
}

function passesLuhn({ sums }: Run, first: number, last: number): boolean {
  // Luhn doubles every other digit, counted from the last one.
  const upTo = sums[last % 2 === 0 ? 0 : 1]
  return ((upTo[last + 1] ?? 0) - (upTo[first] ?? 0)) % 10 === 0
}

/** Numbers of the gateway and the acquirer, which may look like card numbers by chance. */
const references = new Set(['uid', 'id', 'parent_uid', 'rrn', 'ref_id', 'auth_code', 'gateway_id'])
/**
 * Fields filled in by the merchant's system or the customer, perhaps with a card number by mistake. Telephone and order
 * numbers are as long as the shortest ones, so only the usual lengths count.
 */
const identifiers = new Set(['tracking_id', 'external_id', 'phone', 'zip', 'device_id', 'taxpayer_id'])
const usualLength = /^(?:3\d{14}|\d{16}|\d{19})$/

/** Prefixes and lengths of the large brands, and of Belkart, UzCard, Humo, Troy and RuPay. */
const brands =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3[0689]\d{12}|(?:50|5[6-9]|6\d)(?:\d{14}|\d{17})|(?:35(?:2[89]|[3-8]\d)|9112|8600|9860|9792|8[12]\d{2})\d{12})$/

/** Decides which digits that pass Luhn are a card number. One number in ten passes by chance. */
export type IsCard = (digits: string, isBesideWord?: boolean) => boolean

/** Beside a word, rejects lengths that other numbers have, too. */
export const isLikelyCard: IsCard = (digits, isBesideWord = false) =>
  brands.test(digits) && (!isBesideWord || usualLength.test(digits))
/** Rejects numbers beside a word: `order-4200000000000000` may be an order number. */
const isUsualCard: IsCard = (digits, isBesideWord = false) =>
  !isBesideWord && usualLength.test(digits) && brands.test(digits)

/**
 * Returns the check for a payload field; null: the field holds no card number. Storing and showing use the same check.
 */
export const cardUnder = (key: string): IsCard | null =>
  references.has(key) ? null : identifiers.has(key) ? isUsualCard : isLikelyCard

/**
 * Cuts card numbers, also in groups, to their last four digits. `key`: the payload field, which may rule them out.
 */
export function maskCards(text: string, key = ''): string {
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
