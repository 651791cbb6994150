import 'server-only'
import { isCardOnlyField, isCardKey, isCodeKey, isTokenKey } from '../../../gateway/cards/card-places'
import {
  type Edit,
  edited,
  isJsonText,
  type JsonLeaf,
  jsonLeaves,
  pathOf,
} from '../../../gateway/json-leaves'
import { asText, encodeLossless, decodeLossless, maskToken } from './mask'
import {
  cardUnder,
  isLikelyCard,
  type IsCard,
  cardNumbersIn,
  lengths,
  mayHaveNumber,
} from '../../../core/server/search/card-numbers'
import {
  cardInText,
  dots,
  plainDigits,
  withoutNulBytes,
  withoutFormSecrets,
  withoutNamedSecrets,
} from './secrets-in-text'

export type CardTokens = Record<string, string>

type StoredBody = {
  /** Byte for byte as it came, with dots for card numbers, security codes and card tokens. */
  body: Buffer
  tokens: CardTokens
  /** It contained a full card number, which no gateway should send. */
  hasCardNumber: boolean
  /** Whether nothing but `tokens` is missing, which are too long to be guessed with the help of the original's hash. */
  isRestorable: boolean
}

const numbers = new Set(['number', 'pan'])

/** Decodes a text's digits if that reveals a card number. */
function plainText(text: string): string {
  const plain = plainDigits(text)
  return plain !== text && withoutNumbers(plain).hasCardNumber ? plain : text
}

/**
 * Removes cards from a body before it is stored: the reader of a backup must not be able to charge one. Reads a body
 * that is not UTF-8 as bytes.
 */
export function withoutCards(given: Buffer): StoredBody {
  const text = asText(given)
  const json = text === null ? null : maskJson(given, text)
  if (json) return json
  if (text === null) return maskBytes(given)
  const { text: masked, hasCardNumber } = maskPlainText(text)
  return masked === text
    ? unchanged(given)
    : { body: Buffer.from(masked), tokens: {}, hasCardNumber, isRestorable: false }
}

const unchanged = (body: Buffer): StoredBody => ({
  body,
  tokens: {},
  hasCardNumber: false,
  isRestorable: true,
})

/** Handles text that is not JSON. Ignores a byte order mark, because some patterns look at the text's beginning. */
function maskPlainText(given: string): Numbers {
  const mark = given.startsWith('\ufeff') ? '\ufeff' : ''
  const { text, hasCardNumber } = withoutNumbers(
    plainText(withoutTokens(withoutNulBytes(given.slice(mark.length)))),
  )
  return { text: mark + text, hasCardNumber }
}

/** Handles bytes that are not all UTF-8: first as an alphabet of single bytes, then the parts that are UTF-8. */
function maskBytes(given: Buffer): StoredBody {
  // Not every alphabet has the dots.
  const starred = ({ text }: Numbers) => text.replaceAll('•', '*')
  const single = maskPlainText(given.toString('latin1'))
  const between = Buffer.from(starred(single), 'latin1')
  const several = maskPlainText(decodeLossless(between, '•'))
  const body = encodeLossless(starred(several))
  const hasCardNumber = single.hasCardNumber || several.hasCardNumber
  return { body, tokens: {}, hasCardNumber, isRestorable: body.equals(given) }
}

/**
 * Hides secrets in text that is not JSON, or within JSON. What is in the card is uncertain, so also hides anything with
 * a secret's name if a card is named (secrets-in-text.ts). `depth`: how many texts contain this one.
 */
function withoutTokens(given: string, depth = 0): string {
  const text = withoutFormSecrets(given)
  if (!cardInText.test(text)) return text
  const edits: Edit[] = []
  // The quotation mark ends a text that was cut off.
  jsonLeaves(`${text} "`, isCardKey, (leaf) => {
    // The caller looks for card numbers in the whole text afterwards.
    const hidden = secretOf(leaf)?.to ?? withoutTokensWithin(leaf.value, depth + 1)
    if (hidden !== leaf.value)
      edits.push({ start: leaf.start, end: Math.min(leaf.end, text.length), to: JSON.stringify(hidden) })
  })
  return withoutNamedSecrets(edited(text, edits))
}

/** A quick test: most bodies that are not payments fail it and are not walked. Escapes could hide anything. */
const mayHaveSecret = /card|token|pan"|verification_?value|security_?code|cvc|cvv|csc|\\u/i

/**
 * Limits of kept tokens, so that a hostile body's tokens do not take more room than the body. A payment has two.
 * `place` and `token` are in characters. All tokens are masked.
 */
const limits = { tokens: 100, place: 200, token: 500 }

/** A shorter token may be a word like any other. */
const shortestToken = 16

/** The path of a payment's card token, which is always kept. */
const tokenOfPayment = 'transaction.credit_card.token'

/** Returns the leaf's path as one text; null if it is too long to keep. */
export function placeOf(leaf: JsonLeaf): string | null {
  let length = leaf.key.length
  for (const key of leaf.above) length += key.length + 1
  return length > limits.place ? null : pathOf(leaf).join('.')
}

/** Returns null if the text is not JSON. */
function maskJson(given: Buffer, text: string): StoredBody | null {
  const canHaveNumber = mayHaveNumber(text)
  if (!canHaveNumber && !mayHaveSecret.test(text)) return isJsonText(text) ? unchanged(given) : null
  const tokens = new Map<string, string>()
  const edits: Edit[] = []
  let hasCardNumber = false
  let isRestorable = true
  const isEscaped = text.includes('\\')
  const may = { isEscaped, canHaveNumber: isEscaped || canHaveNumber }
  const mask = (leaf: JsonLeaf, { to, token, isNumber }: Masked) => {
    if (token !== undefined) keep(tokens, leaf, token)
    hasCardNumber ||= isNumber === true
    isRestorable &&= to === undefined || token !== undefined
    if (to !== undefined) edits.push({ start: leaf.start, end: leaf.end, to: JSON.stringify(to) })
  }
  /** A field after the token may show that the object is a card. */
  const [cards, bare] = [new Set<number>(), [] as JsonLeaf[]]
  const isJson = jsonLeaves(text, isCardKey, (leaf) => {
    mask(leaf, maskLeaf(leaf, may))
    if (leaf.isMarked) return
    if (leaf.kind === 'key' && isCardOnlyField(leaf.key)) cards.add(leaf.object)
    if (leaf.kind !== 'key' && leaf.key === 'token') bare.push(leaf)
  })
  if (!isJson) return null
  for (const leaf of bare)
    if (cards.has(leaf.object) && leaf.value !== '') mask(leaf, maskedToken(leaf.value))
  if (edits.length === 0) return unchanged(given)
  const masked = withoutRepeated(edited(text, edits.toSorted(inOrder)), tokens.values(), isEscaped)
  return { body: Buffer.from(masked), tokens: Object.fromEntries(tokens), hasCardNumber, isRestorable }
}

/** Hides tokens that are repeated elsewhere in the body, such as in a URL. */
function withoutRepeated(text: string, tokens: Iterable<string>, isEscaped: boolean): string {
  const repeated = [...new Set(tokens)].filter(
    (token) => token.length >= shortestToken && (isEscaped || text.includes(token)),
  )
  if (repeated.length === 0) return text
  const edits: Edit[] = []
  jsonLeaves(text, isCardKey, ({ start, end, value }) => {
    const hidden = repeated.reduce((rest, token) => rest.replaceAll(token, maskToken(token)), value)
    if (hidden !== value) edits.push({ start, end, to: JSON.stringify(hidden) })
  })
  return edited(text, edits)
}

function keep(tokens: Map<string, string>, leaf: JsonLeaf, token: string): void {
  const place = token.length > limits.token ? null : placeOf(leaf)
  if (place === null || tokens.has(place)) return
  if (tokens.size < limits.tokens || place === tokenOfPayment) tokens.set(place, token)
}

const inOrder = (one: Edit, other: Edit): number => one.start - other.start

type Masked = { to?: string; token?: string; isNumber?: boolean }

/** Whether the leaf lies within a card's token that is not a text. */
const isInToken = (above: readonly string[]): boolean =>
  above.findLastIndex(isTokenKey) > above.findIndex(isCardKey)

/** Keys that name a card and its token at once. */
const cardTokenKey = /card.{0,20}token/i

type May = { isEscaped: boolean; canHaveNumber: boolean }

/** A form has `=`, XML has `<`, and JSON within JSON has escaped quotation marks. */
const mayHaveToken = (value: string, { isEscaped }: May): boolean =>
  isEscaped || value.includes('=') || value.includes('<')

const nothing: Masked = {}

function maskLeaf(leaf: JsonLeaf, may: May): Masked {
  const { key, isMarked: isOfCard, kind, value } = leaf
  if (value === '') return nothing
  // A card number is an unlikely key, but must not be stored as one either.
  if (kind === 'key') return may.canHaveNumber ? maskNumbers(value) : nothing
  const secret = secretOf(leaf)
  if (secret) return secret
  if (isOfCard ? numbers.has(key) : key === 'pan' && isLong(value))
    return { to: dots, isNumber: isLong(value) }
  const isCard = cardUnder(key)
  if ((kind === 'number' && value.length < 13) || isCard === null) return nothing
  if (!may.canHaveNumber && !mayHaveToken(value, may)) return nothing
  return maskText(kind === 'number' ? plainNumber(value) : value, isCard)
}

/** Writes a number by hand: without a sign or an exponent. */
const plainNumber = (value: string): string =>
  /[-.e]/i.test(value) ? String(Math.abs(Number(value))) : value

const maskedToken = (value: string): Masked => ({ to: maskToken(value), token: value })

const isLong = (value: string): boolean => /^\d(?:[ .-]?\d){11,18}$/.test(value)

/** Masks a card's token or security code. Undefined for any other leaf. */
function secretOf({ key, above, isMarked: isOfCard, kind, value }: JsonLeaf): Masked | undefined {
  if (kind === 'key' || value === '') return undefined
  if (isOfCard ? isTokenKey(key) || isInToken(above) : key.length > 8 && cardTokenKey.test(key))
    return maskedToken(value)
  return isCodeKey(key) ? { to: dots } : undefined
}

/** As `card_cvc=123`. */
const shortestCard = 12

/** Each level reads all of a text again. Deeper texts are no payments, and are hidden as a whole. */
const maxDepth = 8

/** A text may hold another payment: a body within a body. */
function withoutTokensWithin(text: string, depth = 1): string {
  if (text.length < shortestCard || !cardInText.test(text)) return text
  return depth > maxDepth ? dots : withoutTokens(text, depth)
}

function maskText(given: string, isCard: IsCard): Masked {
  const text = withoutTokensWithin(given)
  const masked = maskNumbers(text, isCard)
  return text === given ? masked : { to: text, ...masked }
}

function maskNumbers(value: string, isCard = isLikelyCard): Masked {
  if (value.length < lengths.least) return nothing
  const { text, hasCardNumber } = withoutNumbers(value, isCard)
  return hasCardNumber ? { to: text, isNumber: true } : nothing
}

type Numbers = { text: string; hasCardNumber: boolean }

function withoutNumbers(text: string, isCard = isLikelyCard): Numbers {
  let masked = ''
  let from = 0
  for (const { start, end, digits } of cardNumbersIn(text, isCard)) {
    masked += `${text.slice(from, start)}${dots}${digits.slice(-4)}`
    from = end
  }
  return { text: masked + text.slice(from), hasCardNumber: from > 0 }
}
