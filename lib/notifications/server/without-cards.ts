import 'server-only'
import { isCardFact, isCardKey, isCodeKey, isTokenKey } from '../../gateway/card-places'
import { isJsonText, jsonLeaves, pathOf, type JsonLeaf } from '../../gateway/json-leaves'
import { asText, bytesOfText, textOfBytes, maskToken } from './mask'
import { cardUnder, isLikelyCard, type IsCard, cardNumbersIn, lengths, mayHaveNumber } from './card-numbers'
import { type Edit, edited } from './links'
import {
  cardInText,
  dots,
  plainDigits,
  plainLetters,
  withoutFormSecrets,
  withoutNamedSecrets,
} from './secrets-in-text'

/** Card tokens by the dotted path at which they stood. */
export type CardTokens = Record<string, string>

export type StoredBody = {
  /** Byte for byte as it came, but for card numbers, security codes and card tokens, which are dots. */
  body: Buffer
  tokens: CardTokens
  /** A full card number was in it, which no gateway should send. */
  hasCardNumber: boolean
}

const numbers = new Set(['number', 'pan'])

/** What may still hide a card's number is written plainly where it does. */
function plainText(text: string): string {
  const plain = plainDigits(text)
  return plain !== text && withoutNumbers(plain).hasCardNumber ? plain : text
}

/**
 * A notification's body as it may be stored: who reads a backup must not be able to charge a card with it. What is no
 * text in UTF-8 is read as bytes.
 */
export function withoutCards(given: Buffer): StoredBody {
  const text = asText(given)
  const json = text === null ? null : ofJson(given, text)
  if (json) return json
  if (text === null) return ofBytes(given)
  const { text: masked, hasCardNumber } = ofText(text)
  return { body: masked === text ? given : Buffer.from(masked), tokens: {}, hasCardNumber }
}

/** A text that is no JSON. Where one begins is looked at, which a byte order mark must not hide. */
function ofText(given: string): Numbers {
  const mark = given.startsWith('\ufeff') ? '\ufeff' : ''
  const { text, hasCardNumber } = withoutNumbers(
    plainText(withoutTokens(plainLetters(given.slice(mark.length)))),
  )
  return { text: mark + text, hasCardNumber }
}

/** What is no text in UTF-8, or not all of it: as one of an alphabet of single bytes, and as what is UTF-8 of it. */
function ofBytes(given: Buffer): StoredBody {
  // Our dots are no character of every alphabet.
  const starred = ({ text }: Numbers) => text.replaceAll('•', '*')
  const single = ofText(given.toString('latin1'))
  const between = Buffer.from(starred(single), 'latin1')
  const several = ofText(textOfBytes(between, '•'))
  return {
    body: bytesOfText(starred(several)),
    tokens: {},
    hasCardNumber: single.hasCardNumber || several.hasCardNumber,
  }
}

/**
 * Of what is no JSON, or a text in it, nobody knows for sure what is in the card: what reads as such, and, where
 * a card is named, whatever is named so (secrets-in-text.ts).
 */
function withoutTokens(given: string): string {
  const text = withoutFormSecrets(given)
  if (!cardInText.test(text)) return text
  const edits: Edit[] = []
  // What is cut off ends here.
  jsonLeaves(`${text} "`, isCardKey, (leaf) => {
    // Numbers are looked for in all of it, afterwards.
    const hidden = secretOf(leaf)?.to ?? withoutTokensWithin(leaf.value)
    if (hidden !== leaf.value)
      edits.push({ start: leaf.start, end: Math.min(leaf.end, text.length), to: JSON.stringify(hidden) })
  })
  return withoutNamedSecrets(edited(text, edits))
}

/** Most bodies that are no payment have none of it, and are not walked; what is escaped could be anything. */
const mayHaveCard =
  /card|token|pan"|verification_?value|security_?code|cvc|cvv|csc|\\u|\d(?:[ \t./_\-\u00a0\u00ad\u2000-\u2015\u202f]{0,3}\d){11}/i

/**
 * So many tokens of a body are kept, and so many characters of where one stood and of itself: of a payment there are
 * two, and whoever sends more must not have them take more room than the body. All are masked.
 */
const most = { tokens: 100, place: 200, token: 500 }

/** What is shorter may be a word like any other. */
const shortestToken = 16

/** Where the card's token of a payment stands, which is kept in any case. */
const tokenOfPayment = 'transaction.credit_card.token'

/** The path in one text; null where it is longer than one wants to keep. */
export function placeOf(leaf: JsonLeaf): string | null {
  let length = leaf.key.length
  for (const key of leaf.above) length += key.length + 1
  return length > most.place ? null : pathOf(leaf).join('.')
}

/** Null where it is no JSON. */
function ofJson(given: Buffer, text: string): StoredBody | null {
  if (!mayHaveCard.test(text))
    return isJsonText(text) ? { body: given, tokens: {}, hasCardNumber: false } : null
  const tokens = new Map<string, string>()
  const edits: Edit[] = []
  let hasCardNumber = false
  const isEscaped = text.includes('\\')
  const may = { isEscaped, haveNumber: isEscaped || mayHaveNumber(text) }
  const mask = (leaf: JsonLeaf, { to, token, isNumber }: Masked) => {
    if (token !== undefined) keep(tokens, leaf, token)
    hasCardNumber ||= isNumber === true
    if (to !== undefined) edits.push({ start: leaf.start, end: leaf.end, to: JSON.stringify(to) })
  }
  /** That an object is a card by itself may be told after its token. */
  const [cards, bare] = [new Set<number>(), [] as JsonLeaf[]]
  const isJson = jsonLeaves(text, isCardKey, (leaf) => {
    mask(leaf, maskLeaf(leaf, may))
    if (leaf.isMarked) return
    if (leaf.kind === 'key' && isCardFact(leaf.key)) cards.add(leaf.object)
    if (leaf.kind !== 'key' && leaf.key === 'token') bare.push(leaf)
  })
  if (!isJson) return null
  for (const leaf of bare)
    if (cards.has(leaf.object) && leaf.value !== '') mask(leaf, maskedToken(leaf.value))
  if (edits.length === 0) return { body: given, tokens: {}, hasCardNumber }
  const masked = withoutRepeated(edited(text, edits.toSorted(inOrder)), tokens.values(), isEscaped)
  return { body: Buffer.from(masked), tokens: Object.fromEntries(tokens), hasCardNumber }
}

/** A token may be said again where nobody looks for one, such as in an address or a message. */
function withoutRepeated(text: string, tokens: Iterable<string>, isEscaped: boolean): string {
  const said = [...new Set(tokens)].filter(
    (token) => token.length >= shortestToken && (isEscaped || text.includes(token)),
  )
  if (said.length === 0) return text
  const edits: Edit[] = []
  jsonLeaves(text, isCardKey, ({ start, end, value }) => {
    const hidden = said.reduce((rest, token) => rest.replaceAll(token, maskToken(token)), value)
    if (hidden !== value) edits.push({ start, end, to: JSON.stringify(hidden) })
  })
  return edited(text, edits)
}

function keep(tokens: Map<string, string>, leaf: JsonLeaf, token: string): void {
  const place = token.length > most.token ? null : placeOf(leaf)
  if (place === null || tokens.has(place)) return
  if (tokens.size < most.tokens || place === tokenOfPayment) tokens.set(place, token)
}

const inOrder = (one: Edit, other: Edit): number => one.start - other.start

type Masked = { to?: string; token?: string; isNumber?: boolean }

/** What stands under a card's token, if that is no text, is one as well. */
const isInToken = (above: readonly string[]): boolean =>
  above.findLastIndex(isTokenKey) > above.findIndex(isCardKey)

/** Where the card and its token are one name. */
const cardTokenKey = /card.{0,20}token/i

/** What a text as a whole shows that its values may hide: asked once, as it is asked of each. */
type May = { isEscaped: boolean; haveNumber: boolean }

/** A form has `=`, XML `<`, and JSON quotation marks, which are escaped here. */
const mayHaveToken = (value: string, { isEscaped }: May): boolean =>
  isEscaped || value.includes('=') || value.includes('<')

const nothing: Masked = {}

function maskLeaf(leaf: JsonLeaf, may: May): Masked {
  const { key, isMarked: isOfCard, kind, value } = leaf
  if (value === '') return nothing
  // Nobody names a field by a card's number, but whoever does must not leave it here either.
  if (kind === 'key') return may.haveNumber ? maskNumbers(value) : nothing
  const secret = secretOf(leaf)
  if (secret) return secret
  if (isOfCard ? numbers.has(key) : key === 'pan' && isLong(value))
    return { to: dots, isNumber: isLong(value) }
  const isCard = cardUnder(key)
  if ((kind === 'number' && value.length < 13) || isCard === null) return nothing
  if (!may.haveNumber && !mayHaveToken(value, may)) return nothing
  return maskText(kind === 'number' ? plainNumber(value) : value, isCard)
}

/** As one would write it by hand: without a sign or a power of ten. */
const plainNumber = (value: string): string =>
  /[-.e]/i.test(value) ? String(Math.abs(Number(value))) : value

const maskedToken = (value: string): Masked => ({ to: maskToken(value), token: value })

const isLong = (value: string): boolean => /^\d(?:[ .-]?\d){11,18}$/.test(value)

/** What is left of a card's token or security code. */
function secretOf({ key, above, isMarked: isOfCard, kind, value }: JsonLeaf): Masked | undefined {
  if (kind === 'key' || value === '') return undefined
  if (isOfCard ? isTokenKey(key) || isInToken(above) : key.length > 8 && cardTokenKey.test(key))
    return maskedToken(value)
  return isCodeKey(key) ? { to: dots } : undefined
}

/** One with anything in it. */
const shortestCard = 12

/** A text can be a payment's, too: a body within a body. */
const withoutTokensWithin = (text: string): string =>
  text.length > shortestCard && cardInText.test(text) ? withoutTokens(text) : text

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
