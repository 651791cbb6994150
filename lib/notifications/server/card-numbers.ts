import 'server-only'

/** So many digits with little between them: quickly seen to be nowhere in most texts. */
const mayBe = /\d(?:[ \t./_\-\u00a0\u00ad\u2000-\u2015\u202f]{0,3}\d){11}/

/** Whether there can be a card's number in a text, or in any of the values of a JSON text that has no backslash. */
export const mayHaveNumber = (text: string): boolean => mayBe.test(text)

type Found = { start: number; end: number; digits: string }

/**
 * What may be taken for a card's number, and where it stands: digits that pass the check (12 to 19 of them, Luhn) and are
 * `isSought`, the longest that are, together or in groups. In an ID of digits and letters there is none; behind a word,
 * as in `PAN4111…` or `order-4111…`, there is. None begins with 0. What it costs grows with the text's length alone.
 */
export function* cardNumbersIn(text: string, isSought: IsCard): Generator<Found> {
  if (!mayBe.test(text)) return
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

/** Digits with at most three signs between them: where they stand, and sums by which Luhn's check is quick. */
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
const mostBetween = 3

/** Where a run goes on, behind at most so many signs; where it does not, what stands there is no digit. */
function nextDigit(text: string, from: number): number {
  let at = from
  while (at < from + mostBetween && isSign(text.charCodeAt(at))) at += 1
  return isDigit(text.charCodeAt(at)) ? at : text.length
}

const signs = new Set(Array.from('\t ./_-\u00a0\u00ad\u202f', (sign) => sign.charCodeAt(0)))
/** What stands between groups: spaces of any width or none, dashes, and what people type instead. */
const isSign = (code: number): boolean => signs.has(code) || (code >= 0x2000 && code <= 0x2015)

/**
 * One space or dash stands anywhere between a card's digits. Dots and strokes stand between others, too, such as those of
 * IP addresses and dates, and so do several signs: only between a card's groups are they a card's.
 */
const isOfGroups = (piece: string): boolean =>
  !/[\t./_\u00ad]|[^\d]{2}/.test(piece) ||
  /^\d{4}(?<sign>\D{1,3})(?:\d{4}\k<sign>\d{4}\k<sign>\d{4}(?:\k<sign>\d{3})?|\d{6}\k<sign>\d{4,5})$/.test(
    piece,
  )

/** Of card numbers, in digits. */
export const lengths = { least: 12, most: 19 }

/** The numbers of a run that stand free, or behind or before a word, and pass the check; one after the other. */
function* cardNumbersOf(text: string, run: Run, isSought: IsCard): Generator<Found> {
  const { places } = run
  for (let first = 0; first + lengths.least <= places.length; first++) {
    const start = places[first] ?? 0
    const before = text[start] === '0' ? 'id' : ledBy(text, start)
    if (before === 'id') continue
    const longest = Math.min(first + lengths.most, places.length) - 1
    for (let last = longest; last >= first + lengths.least - 1; last--) {
      if (!passesLuhn(run, first, last)) continue
      const end = (places[last] ?? 0) + 1
      const after = followedBy(text, end)
      const digits = run.digits.slice(first, last + 1)
      const isBesideWord = before === 'word' || after === 'word'
      if (after === 'id' || !isSought(digits, isBesideWord) || !isOfGroups(text.slice(start, end))) continue
      yield { start, end, digits }
      first = last
      break
    }
  }
}

type Beside = 'nothing' | 'word' | 'id'

/** A word is as long as that at most: no more is looked at. */
const maxWordLength = 24
/**
 * What no hexadecimal number has, of which some digits pass for a card's by chance; `%B` leads up to a card's number on its
 * magnetic stripe.
 */
const ofWord = /[g-z_%]/i
const ledBy = (text: string, start: number): Beside =>
  besideOf(
    text[start - 1],
    () => /%?[a-z_-]*$/i.exec(text.slice(Math.max(0, start - maxWordLength), start))?.[0],
  )
const followedBy = (text: string, end: number): Beside =>
  besideOf(text[end], () => /^[a-z_-]*/i.exec(text.slice(end, end + maxWordLength))?.[0])

function besideOf(sign: string | undefined, letters: () => string | undefined): Beside {
  if (sign === undefined || !/[\w-]/.test(sign)) return 'nothing'
  // Within digits, where most are asked: nothing else is looked at.
  if (isDigit(sign.charCodeAt(0))) return 'id'
  return ofWord.test(sign) || ofWord.test(letters() ?? '') ? 'word' : 'id'
}

function passesLuhn({ sums }: Run, first: number, last: number): boolean {
  // From its last digit on, every other one counts double.
  const upTo = sums[last % 2 === 0 ? 0 : 1]
  return ((upTo[last + 1] ?? 0) - (upTo[first] ?? 0)) % 10 === 0
}

/** Numbers of the gateway and the acquirer, of which some look like a card's by chance. */
const references = new Set(['uid', 'id', 'parent_uid', 'rrn', 'ref_id', 'auth_code', 'gateway_id'])
/**
 * What the merchant's system or the payer fills in: a card's number can be there by mistake. Telephone and order numbers
 * are as long as the shortest of them, so only the usual lengths are taken for one.
 */
const identifiers = new Set(['tracking_id', 'external_id', 'phone', 'zip', 'device_id', 'taxpayer_id'])
const usualLength = /^(?:3\d{14}|\d{16}|\d{19})$/

/** The beginnings and lengths of the large brands, and of Belkart, UzCard, Humo, Troy and RuPay. */
const brands =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3[0689]\d{12}|(?:50|5[6-9]|6\d)(?:\d{14}|\d{17})|(?:35(?:2[89]|[3-8]\d)|9112|8600|9860|9792|8[12]\d{2})\d{12})$/

/** Of digits that pass the check, as one in ten do by chance: which of them are taken for a card's. */
export type IsCard = (digits: string, isBesideWord?: boolean) => boolean

/** Behind or before a word, not those that are as short as other numbers. */
export const isLikelyCard: IsCard = (digits, isBesideWord = false) =>
  brands.test(digits) && (!isBesideWord || usualLength.test(digits))
/** Such as `order-4200000000000000` is one of theirs. */
const isUsualCard: IsCard = (digits, isBesideWord = false) =>
  !isBesideWord && usualLength.test(digits) && brands.test(digits)

/** The same of a payload's field; null: none of it is a card's. What is stored and what is shown go by it alike. */
export const cardUnder = (key: string): IsCard | null =>
  references.has(key) ? null : identifiers.has(key) ? isUsualCard : isLikelyCard
