import 'server-only'

export const dots = '••••'

/** Where a text names a card, or what only a card has, however it writes names (gateway/card-places.ts). */
export const cardInText =
  /card|payment(?:_|%5F)method(?!_|%5F)|last_4|first_1|stamp|exp_(?:month|year)|\bbin\b/i

/** Names that nothing else has than a card's token and its security code. */
const ownNames = String.raw`(?:card|network)[_-]?token|(?:card[_-]?)?(?:verification[_-]?value|security[_-]?code|cvc2?|cvv2?|csc)`
/** Where a card is named, its token may be just that. */
const names = `token|${ownNames}`

/** Of JSON that was cut off or has a fault, up to where it ends. */
const secretInCard = new RegExp(
  String.raw`("(?:${names})"\s*:\s*)(?:"[^"\\]*(?:\\[^][^"\\]*)*(?:"|\\?$)|\d+)`,
  'gi',
)
/** Of what is nearly JSON: with other quotation marks, or with none, as in YAML. */
const secretInList = new RegExp(
  String.raw`((?:^|[\s{,])'?(?:${names})'?[ \t]{0,20}:[ \t]{0,20})(?:'[^']*'|[^\s'",{}[\]]+)`,
  'gim',
)

/** The same as XML writes it: as an element, and as what stands in one's tag. */
const secretElement = new RegExp(
  String.raw`(<(?:[\w-]{1,40}:)?(?:${names})(?:\s[^<>]{0,200})?>)(?:\s{0,100}<!\[CDATA\[)?[^<]+`,
  'gi',
)
const secretAttribute = new RegExp(String.raw`(\b(?:${names})\s{0,20}=\s{0,20})("[^"]*"|'[^']*')`, 'gi')

/** The same as forms write it: of a card, and under names that only a card's secrets have. */
const inForm = (some: string) => some.replaceAll('[_-]', '(?:[_-]|%5F)')
const secretInForm = new RegExp(
  String.raw`((?:credit(?:_|%5F)card|payment(?:_|%5F)method)(?:\]|%5D)?(?:\[|%5B|\.)(?:${inForm(names)})[^=&\s]{0,100}=)[^&\s]+`,
  'gi',
)
const secretOfItsOwn = new RegExp(String.raw`((?:^|[&?\s])(?:${inForm(ownNames)})=)[^&\s"<>]+`, 'gi')
/** A whole form that names a card has no other token; an address may. */
const isForm = /^[\w.[\]%-]{1,100}=/
const bareToken = /((?:^|&)token=)[^&\s]+/gi

/** Of a text in which a card is named: whatever is named as its secrets are. */
export const withoutNamedSecrets = (text: string): string =>
  text
    .replace(secretInCard, `$1"${dots}"`)
    .replace(secretInList, `$1${dots}`)
    .replace(secretElement, `$1${dots}`)
    .replace(secretAttribute, `$1"${dots}"`)

/** A form's text without what is secret in its card, whichever of the two ways a form is written. */
export function withoutFormSecrets(text: string): string {
  const hidden = text.replace(secretInForm, `$1${dots}`).replace(secretOfItsOwn, `$1${dots}`)
  const isOfCard = isForm.test(hidden) && cardInText.test(hidden)
  return withoutPartSecrets(isOfCard ? hidden.replace(bareToken, `$1${dots}`) : hidden)
}

/** Headers of a part of a form; what comes before its value is no longer than this. */
const longestHead = 2_000

/** A form in parts (RFC 7578) begins with the line that stands between them. */
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

/** Digits as digits, where JSON, a form or XML wrote them as codes; spaces as such between them. */
export const plainDigits = (text: string): string =>
  text
    .replace(/(?:\\u003|%3|&#x3)(\d);?/gi, '$1')
    .replace(/&#(4[89]|5[0-7]);/g, (_, code: string) => String(Number(code) - 48))
    .replace(/(?<=\d)(?:\+|%20)(?=\d)/g, ' ')

/** Letters of two or four bytes without the empty ones, where they hide what a card is named by or its number. */
export function plainLetters(text: string): string {
  if (!text.includes('\0')) return text
  const plain = text.replaceAll('\0', '')
  return !cardInText.test(text) && (cardInText.test(plain) || /\d{12}/.test(plain)) ? plain : text
}
