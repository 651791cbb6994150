import 'server-only'
import { jsonLeaves, pathOf, type JsonLeaf } from '../../gateway/json-leaves'
import { cardNumbersIn, lengths } from './mask'

/** Card tokens by the dotted path at which they stood. */
export type CardTokens = Record<string, string>

export type StoredBody = {
  /** Byte for byte as it came, but for card numbers, security codes and card tokens, which are dots. */
  body: Buffer
  tokens: CardTokens
  /** A full card number was in it, which no gateway should send. */
  hasCardNumber: boolean
}

const dots = '••••'
const codes = new Set(['verification_value', 'cvc', 'cvv'])
const numbers = new Set(['number', 'pan'])
/** Numbers of the gateway, the acquirer and the merchant's system, of which some look like a card's by chance. */
const references = new Set([
  'uid', 'id', 'parent_uid', 'rrn', 'ref_id', 'auth_code', 'gateway_id', 'tracking_id', 'external_id', 'phone', 'zip',
  'device_id', 'taxpayer_id',
]) // prettier-ignore

type Edit = { start: number; end: number; to: string }

/**
 * A notification's body as it may be stored: who reads a backup must not be able to charge a card with it. What is no
 * text in UTF-8 is read as bytes.
 */
export function withoutCards(given: Buffer): StoredBody {
  const text = asText(given)
  if (text !== null && isJson(text)) return ofJson(given, text)
  const { text: masked, hasCardNumber } = withoutNumbers(
    plainDigits(withoutTokens(text ?? given.toString('latin1'))),
  )
  if (text !== null) return { body: masked === text ? given : Buffer.from(masked), tokens: {}, hasCardNumber }
  // A dot of ours is no character of that alphabet.
  return { body: Buffer.from(masked.replaceAll('•', '*'), 'latin1'), tokens: {}, hasCardNumber }
}

/** What is no JSON may still write its digits as JSON or a form may; where that hides a card's number, they are digits. */
function plainDigits(text: string): string {
  const plain = text.replace(/\\u003(\d)/gi, '$1').replace(/(?<=\d)(?:\+|%20)(?=\d)/g, ' ')
  return plain !== text && withoutNumbers(plain).hasCardNumber ? plain : text
}

/** What is secret in a card, of what was cut off or has a fault, up to where it ends. */
const secretInCard =
  /("(?:token|verification_value|cvc|cvv)"\s*:\s*)(?:"[^"\\]*(?:\\[^][^"\\]*)*(?:"|\\?$)|\d+)/g

/** The same as forms write it. */
const secretInForm =
  /(credit(?:_|%5F)card(?:\]|%5D)?(?:\[|%5B|\.)(?:token|verification(?:_|%5F)value|cvc|cvv)[^=&\s]{0,100}=)[^&\s]+/gi

/**
 * Of what is no JSON nobody knows for sure what is in the card: what reads as such, and, from the first card on, whatever
 * is named so.
 */
function withoutTokens(given: string): string {
  const text = given.replace(secretInForm, `$1${dots}`)
  const card = text.indexOf('credit_card"')
  if (card === -1) return text
  const edits: Edit[] = []
  // What is cut off ends here.
  jsonLeaves(`${text} "`, isCardKey, (leaf) => {
    const { to, token } = maskLeaf(leaf)
    if (to !== undefined && token !== undefined)
      edits.push({ start: leaf.start, end: Math.min(leaf.end, text.length), to: JSON.stringify(to) })
  })
  const known = edited(text, edits)
  return known.slice(0, card) + known.slice(card).replace(secretInCard, `$1"${dots}"`)
}

/** Most bodies that are no payment have none of it, and are not walked; what is escaped could be anything. */
const mayHaveCard = /credit_card|verification_value|cvc|cvv|\\u|\d(?:[ -]?\d){11}/

/**
 * So many tokens of a body are kept, and so many characters of where one stood and of itself: of a payment there are
 * two, and whoever sends more must not have them take more room than the body. All are masked.
 */
const most = { tokens: 100, place: 200, token: 500 }

/** Where the card's token of a payment stands, which is kept in any case. */
const tokenOfPayment = 'transaction.credit_card.token'

/** The path in one text; null where it is longer than one wants to keep. */
function placeOf(leaf: JsonLeaf): string | null {
  let length = leaf.key.length
  for (const key of leaf.above) length += key.length + 1
  return length > most.place ? null : pathOf(leaf).join('.')
}

function ofJson(given: Buffer, text: string): StoredBody {
  if (!mayHaveCard.test(text)) return { body: given, tokens: {}, hasCardNumber: false }
  const tokens = new Map<string, string>()
  const edits: Edit[] = []
  let hasCardNumber = false
  jsonLeaves(text, isCardKey, (leaf) => {
    const { to, token, isNumber } = maskLeaf(leaf)
    if (token !== undefined) keep(tokens, leaf, token)
    hasCardNumber ||= isNumber === true
    if (to !== undefined) edits.push({ start: leaf.start, end: leaf.end, to: JSON.stringify(to) })
  })
  const body = edits.length === 0 ? given : Buffer.from(edited(text, edits))
  return { body, tokens: Object.fromEntries(tokens), hasCardNumber }
}

function keep(tokens: Map<string, string>, leaf: JsonLeaf, token: string): void {
  const place = token.length > most.token ? null : placeOf(leaf)
  if (place === null || tokens.has(place)) return
  if (tokens.size < most.tokens || place === tokenOfPayment) tokens.set(place, token)
}

type Masked = { to?: string; token?: string; isNumber?: boolean }

const isCardKey = (key: string): boolean => key.endsWith('credit_card')

/** What stands under a card's token, if that is no text, is one as well. */
const isInToken = (above: readonly string[]): boolean =>
  above.lastIndexOf('token') > above.findIndex(isCardKey)

const nothing: Masked = {}

function maskLeaf({ key, above, isMarked: isOfCard, kind, value }: JsonLeaf): Masked {
  if (value === '') return nothing
  // Nobody names a field by a card's number, but whoever does must not leave it here either.
  if (kind === 'key') return maskNumbers(value)
  if (isOfCard && (key === 'token' || isInToken(above)))
    return { to: dots + (value.length > 8 ? value.slice(-4) : ''), token: value }
  if (codes.has(key)) return { to: dots }
  if (isOfCard && numbers.has(key)) return { to: dots, isNumber: /^[\d -]{12,}$/.test(value) }
  return references.has(key) || (kind === 'number' && value.length < 13) ? nothing : maskNumbers(value)
}

function maskNumbers(value: string): Masked {
  if (value.length < lengths.least) return nothing
  const { text, hasCardNumber } = withoutNumbers(value)
  return hasCardNumber ? { to: text, isNumber: true } : nothing
}

function withoutNumbers(text: string): { text: string; hasCardNumber: boolean } {
  let masked = ''
  let from = 0
  for (const { start, end, digits } of cardNumbersIn(text, (number) => isLikelyCard.test(number))) {
    masked += `${text.slice(from, start)}${dots}${digits.slice(-4)}`
    from = end
  }
  return { text: masked + text.slice(from), hasCardNumber: from > 0 }
}

/** What is stored so is gone: of the numbers that pass the check, those with the beginnings and lengths of the large brands. */
const isLikelyCard =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3[0689]\d{12}|(?:50|5[6-9]|6\d)(?:\d{14}|\d{17}))$/

function edited(text: string, edits: Edit[]): string {
  let result = ''
  let from = 0
  for (const { start, end, to } of edits) {
    result += text.slice(from, start) + to
    from = end
  }
  return result + text.slice(from)
}

const strictly = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function asText(body: Buffer): string | null {
  try {
    return strictly.decode(body)
  } catch {
    return null
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''))
    return true
  } catch {
    return false
  }
}

/** The body with its tokens put back where they stood; the other way round from {@link withoutCards}, but for card numbers. */
export function withTokens(body: Buffer, tokens: CardTokens): Buffer {
  const text = asText(body)
  if (text === null || Object.keys(tokens).length === 0) return body
  const edits: Edit[] = []
  jsonLeaves(text, isCardKey, (leaf) => {
    const { kind, start, end, value } = leaf
    if (kind === 'key' || !value.startsWith(dots)) return
    const token = tokens[placeOf(leaf) ?? '']
    if (token !== undefined) edits.push({ start, end, to: JSON.stringify(token) })
  })
  return Buffer.from(edited(text, edits))
}
