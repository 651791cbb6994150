import 'server-only'

export const dots = '••••'

/** Matches text that names a card, or a field that only cards have, in any spelling (gateway/cards/card-places.ts). */
export const cardInText =
  /card|payment(?:_|%5F)method(?!_|%5F)|last_4|first_1|stamp|exp_(?:month|year)|\bbin\b/i

/** Names that only a card's token or security code has. */
const cardOnlyNames = String.raw`(?:card|network)[_-]?token|(?:card[_-]?)?(?:verification[_-]?value|security[_-]?code|cvc2?|cvv2?|csc)`
/** In a text that names a card, a plain `token` may be the card's. */
const names = `token|${cardOnlyNames}`

/** JSON that is cut off or has a fault, up to its end. */
const secretInCard = new RegExp(
  String.raw`("(?:${names})"\s*:\s*)(?:"[^"\\]*(?:\\[^][^"\\]*)*(?:"|\\?$)|\d+)`,
  'gi',
)
/** Nearly JSON: with other quotation marks, or without, as in YAML. */
const secretInList = new RegExp(
  String.raw`((?:^|[\s{,])'?(?:${names})'?[ \t]{0,20}:[ \t]{0,20})(?:'[^']*'|[^\s'",{}[\]]+)`,
  'gim',
)

/** XML, as an element and as an attribute. */
const secretElement = new RegExp(
  String.raw`(<(?:[\w-]{1,40}:)?(?:${names})(?:\s[^<>]{0,200})?>)(?:\s{0,100}<!\[CDATA\[)?[^<]+`,
  'gi',
)
const secretAttribute = new RegExp(String.raw`(\b(?:${names})\s{0,20}=\s{0,20})("[^"]*"|'[^']*')`, 'gi')

/** Also matches the `_` of names where a form encodes it. */
const formSpelling = (pattern: string) => pattern.replaceAll('[_-]', '(?:[_-]|%5F)')
/** Forms: a secret within a card, such as `credit_card[token]`. */
const secretInForm = new RegExp(
  String.raw`((?:credit(?:_|%5F)card|payment(?:_|%5F)method)(?:\]|%5D)?(?:\[|%5B|\.)(?:${formSpelling(names)})[^=&\s]{0,100}=)[^&\s]+`,
  'gi',
)
/** Forms: a field whose name only a secret of a card has, such as `cvc`. */
const cardSecretInForm = new RegExp(
  String.raw`((?:^|[&?\s])(?:${formSpelling(cardOnlyNames)})=)[^&\s"<>]+`,
  'gi',
)
/** In a whole form that names a card, a plain `token` is the card's. In a URL it may not be. */
const formField = /^[\w.[\]%-]{1,100}=/
const bareToken = /((?:^|&)token=)[^&\s]+/gi

/** Hides every value with a secret's name. For texts that name a card. */
export const withoutNamedSecrets = (text: string): string =>
  text
    .replace(secretInCard, `$1"${dots}"`)
    .replace(secretInList, `$1${dots}`)
    .replace(secretElement, `$1${dots}`)
    .replace(secretAttribute, `$1"${dots}"`)

/** Hides the card's secrets in a form, URL-encoded or in parts. */
export function withoutFormSecrets(text: string): string {
  const hidden = text.replace(secretInForm, `$1${dots}`).replace(cardSecretInForm, `$1${dots}`)
  const isOfCard = formField.test(hidden) && cardInText.test(hidden)
  return withoutPartSecrets(isOfCard ? hidden.replace(bareToken, `$1${dots}`) : hidden)
}

/** Longest headers of a form's part, in characters. */
const longestHead = 2_000

/** Hides secrets in a form in parts (RFC 7578), which begins with its boundary. */
function withoutPartSecrets(text: string): string {
  const boundary = /^--[^\r\n]{1,200}/.exec(text)?.[0]
  if (boundary === undefined) return text
  const parts = text.split(boundary).map((part) => {
    const end = /\r?\n\r?\n/.exec(part.slice(0, longestHead))
    if (!end || !isSecretPart(part.slice(0, end.index))) return part
    return `${part.slice(0, end.index)}${end[0]}${dots}\r\n`
  })
  return parts.join(boundary)
}

const isSecretPart = (head: string): boolean =>
  cardInText.test(head) && /token|verification(?:_|%5F)value|security(?:_|%5F)code|cvc|cvv|csc/i.test(head)

/** Decodes digits that JSON, a form or XML escaped, and encoded spaces between digits. */
export const plainDigits = (text: string): string =>
  text
    .replace(/(?:\\u003|%3|&#x3)(\d);?/gi, '$1')
    .replace(/&#(4[89]|5[0-7]);/g, (_, code: string) => String(Number(code) - 48))
    .replace(/(?<=\d)(?:\+|%20)(?=\d)/g, ' ')

/** Drops the zero bytes that UTF-16 and UTF-32 have between letters, if they hide a card's name or number. */
export function withoutNulBytes(text: string): string {
  if (!text.includes('\0')) return text
  const plain = text.replaceAll('\0', '')
  return !cardInText.test(text) && (cardInText.test(plain) || /\d{12}/.test(plain)) ? plain : text
}
