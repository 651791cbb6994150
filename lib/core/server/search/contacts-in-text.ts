import 'server-only'
import { may, type Rights } from '../../permissions'
import { digitsOf } from '../../phone'
import { maskCards } from './card-numbers'

/** What a mask puts in the place of characters. */
export const dots = '•••'

/** s•••@mail.example: recognisable, but not usable. */
export function maskEmail(email: string): string {
  // A quoted name may contain an @.
  const [, name = '', domain] = /^"?(.*)(?:[@＠]|%40)(.*)$/s.exec(email) ?? []
  return domain === undefined ? dots : `${Array.from(name)[0] ?? ''}${dots}@${domain}`
}

/** M••• K•••: recognisable, but not the name. */
export const maskName = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `${Array.from(word)[0] ?? ''}${dots}`)
    .join(' ')

/** Shows the last two digits of a telephone number. */
export function maskPhone(phone: string): string {
  const digits = digitsOf(phone)
  return digits.length > 4 ? `${dots}${digits.slice(-2)}` : dots
}

const atSign = '(?:[@＠]|%40)'

/**
 * From the @, with the name before it as a group. The name may be quoted. The domain may be `localhost` or a network
 * address, but no other single word and no amount. This and the other patterns look at a limited number of characters from
 * each place: texts may be a megabyte long.
 */
const emailFromAt = new RegExp(
  String.raw`${atSign}(?<=("[^"\r\n]{1,64}"|[\p{L}\p{N}][\p{L}\p{N}.!#$%&'*+/=?^_\x60{|}~-]{0,63})${atSign})` +
    String.raw`(?:(?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.){1,32}\p{L}[\p{L}\p{N}-]{0,61}[\p{L}\p{N}]|localhost(?![\p{L}\p{N}-])|\[[\p{N}\p{L}.:]{1,60}\]|\p{N}{1,3}(?:\.\p{N}{1,3}){3})`,
  'giu',
)

/** A character that may separate two digits of a telephone number, such as a space, a dash or an invisible break. */
const between = String.raw`[\s()./_\p{Pd}\u00ad\u200b]`

/** Not the end of an amount such as 1 001 234.50. */
const notAnAmount = String.raw`(?!\p{N}{3}(?:[\s']\p{N}{3}){0,4}[.,]\p{N}{2}(?!\p{N}))`

/** A date with a year of four digits, as 2026-11-24, 24.11.2026, 11/24/2026 or 11/2026. */
const date = String.raw`(?:(?:[0-3]?\p{N}[./-]\s?[0-3]?\p{N}[./-]\s?|[01]?\p{N}/)(?:19|20)\p{N}{2}|(?:19|20)\p{N}{2}-\p{N}{2}-\p{N}{2})(?!\p{N})`

/** A date without signs or with a year of two digits. After other words it may be a telephone number. */
const dateAfterCalled = String.raw`(?<=called\s{1,3})(?:(?:19|20)\p{N}{2}[01]\p{N}[0-3]\p{N}|[0-3]?\p{N}([./-])[01]?\p{N}\1\p{N}{2})(?!\p{N}|[./-]\p{N})`

/** Words before a telephone number, which may continue (`telefonnummer`) but begin here, unlike `tel` in `hotel`. */
const longLabel = String.raw`(?:t[eé]l|mobil|(?:home|work|smart|contact|customer)?phone|cell|call|whatsapp|viber|sms)\p{L}{0,12}`
/** Words that do not continue. */
const shortLabel = String.raw`(?:ph|fon|fax|gsm|msisdn|handy|tlf|m[oó]vil|celular|тел|телефон|моб|мобильный|τηλ)(?!\p{L})`
const label = String.raw`(?<!\p{L})(?:${longLabel}|${shortLabel})`
/** What may separate such a word from the number. */
const afterLabel = String.raw`[\s.:：#='"/_\p{Pd}]`

const zero = '[0０٠۰]'
const notZero = String.raw`(?!${zero})[\p{N}(]`
const digits = (least: number, most: number) => String.raw`(?:${between}{0,3}\p{N}){${least},${most}}`
const end = String.raw`(?!${between}?\p{N})`
const endOfWord = String.raw`(?!\p{L}|${between}?\p{N})`

/** With `+`. An extension may follow, as in +370 612 34567x12. */
const plusNumber = new RegExp(String.raw`(?<![\p{L}\p{N}.-])[+＋]${digits(6, 14)}${end}`, 'gu')

/**
 * Telephone numbers as people write them: with a leading `+` or zero, in three groups as in North America, with a code in
 * brackets or after an 8, or with a label. Other runs of digits may be order numbers.
 */
const phonesInText = [
  // 8 916 123-45-67, 8-800-123-45-67, 8 (029) 123-45-67
  /(?<![\p{L}\p{N}.-])8[\s\p{Pd}]?(?:\(\p{N}{2,4}\)|[\s\p{Pd}]\p{N}{2,4})[\s\p{Pd}]?\p{N}{2,3}[\s\p{Pd}]\p{N}{2}[\s\p{Pd}]\p{N}{2}(?![\s\p{Pd}]?\p{N})/gu,
  plusNumber,
  new RegExp(
    String.raw`(?<![\p{L}\p{N}.-])${notAnAmount}(?!\(?${date})(?:${zero}{2}(?=${between}?${notZero})|\(?${zero}(?=\)?${notZero}))${digits(6, 14)}${endOfWord}`,
    'gu',
  ),
  // With `+` right after a word. Shorter ones may be numbers of orders.
  new RegExp(String.raw`(?<=\p{L})[+＋](?!${zero})\p{N}${digits(8, 13)}${endOfWord}`, 'gu'),
  // In brackets, before anything but a date.
  new RegExp(String.raw`(?<![\p{L}\p{N}.-])\(\p{N}{2,3}\)(?!\s*${date})${digits(7, 12)}${endOfWord}`, 'gu'),
  /(?<![\p{L}\p{N}.-])\(?\p{N}{3}[)\s.\p{Pd}]{1,2}\p{N}{3}[\s.\p{Pd}]\p{N}{4}(?![\s.\p{Pd}]?[\p{N}])/gu,
  new RegExp(
    String.raw`(?=\p{N})(?!${date}|${dateAfterCalled})(?<=${label}${afterLabel}{0,3}(?:(?:number|nummer|num|no|nr|is)${afterLabel}{1,3}){0,2})\p{N}${digits(5, 14)}(?!\p{N})`,
    'giu',
  ),
]

/** `after`: the position after the last character. */
type Place = { first: number; after: number }

/** `find` returns the places of contacts of one form, in order. */
type Form = { find: (text: string) => Place[]; mask: (contact: string) => string }

/** Begins at each @, not at each letter, so that words without one cost little. */
function findEmails(text: string): Place[] {
  const found: Place[] = []
  for (const { index, 0: fromAt, 1: name = '' } of text.matchAll(emailFromAt)) {
    const start = index - name.length
    // A name may contain addresses: a quoted one, or one with %40.
    while ((found.at(-1)?.first ?? -1) >= start) found.pop()
    const first = Math.max(start, found.at(-1)?.after ?? 0)
    if (first < index) found.push({ first, after: index + fromAt.length })
  }
  return found
}

const emails: Form = { find: findEmails, mask: maskEmail }

const phones = (pattern: RegExp): Form => ({
  find: (text) =>
    Array.from(text.matchAll(pattern), ({ index, 0: phone }) => ({
      first: index,
      after: index + phone.length,
    })),
  mask: maskPhone,
})

/** Contacts that look like no other text, so they are found in fields of any kind. */
const contactsAnywhere = [emails, phones(plusNumber)]
const contactsInFreeText = [emails, ...phonesInText.map(phones)]

/** Text in other fields may be an ID, as runs of digits are. */
type Kind = { isFreeText: boolean }
const formsOf = ({ isFreeText: isFree }: Kind) => (isFree ? contactsInFreeText : contactsAnywhere)

/** Whether a text has a sign that each contact has. Most texts have none, which this finds out many times as fast. */
const mayHaveContacts = (text: string, { isFreeText: isFree }: Kind): boolean =>
  (isFree ? /[@＠\p{N}]|%40/u : /[@＠+＋]|%40/).test(text)

/** Masks the e-mail addresses and telephone numbers in a text as their own fields are masked. */
export function maskContacts(text: string, kind: Kind = { isFreeText: true }): string {
  if (!mayHaveContacts(text, kind)) return text
  return formsOf(kind).reduce((left, { find, mask }) => replacePlaces(left, find(left), mask), text)
}

function replacePlaces(text: string, places: readonly Place[], to: (contact: string) => string): string {
  let [replaced, kept] = ['', 0]
  for (const { first, after } of places) {
    replaced += text.slice(kept, first) + to(text.slice(first, after))
    kept = after
  }
  return replaced + text.slice(kept)
}

/** Replaces each e-mail address and telephone number in a text. */
export function replaceContacts(text: string, kind: Kind, to: (contact: string) => string): string {
  if (!mayHaveContacts(text, kind)) return text
  return formsOf(kind).reduce((left, { find }) => replacePlaces(left, find(left), to), text)
}

/** Returns a text without its e-mail addresses and telephone numbers, and these separately. */
export function separateContacts(
  text: string,
  kind: Kind = { isFreeText: true },
): { rest: string; contacts: string[] } {
  const contacts: string[] = []
  const rest = replaceContacts(text, kind, (contact) => {
    contacts.push(contact)
    return ' '
  })
  return { rest, contacts }
}

/** Characters of the longest contact that is looked for across a limit. */
const longestContact = 400

/**
 * Cuts a text at `limit`, or before a contact that the limit would divide: part of a contact would not be recognised.
 */
export function cutText(text: string, limit: number, kind: Kind = { isFreeText: true }): string {
  if (text.length <= limit) return text
  const near = text.slice(0, limit + longestContact)
  if (!mayHaveContacts(near, kind)) return text.slice(0, limit)
  const divided = formsOf(kind)
    .flatMap(({ find }) => find(near))
    .filter(({ first, after }) => first < limit && after > limit)
  return text.slice(0, Math.min(limit, ...divided.map(({ first }) => first)))
}

/** Fields with free text, of the gateway's interface and our own. */
const freeTexts = new Set([
  'tracking_id',
  'description',
  'checkout_description',
  'message',
  'friendly_message',
  'receipt_text',
  'amount_text',
  'amount_sent',
])

export const isFreeText = (field: string): boolean => freeTexts.has(field)

/** Fields with what people of the shop wrote: a note, labels, and labels in the activity. */
const written = new Set(['text', 'labels', 'added', 'removed'])

/** Masks the contacts and card numbers of free text. `field`: its name, which decides what may be a card number. */
export const maskFreeText = (text: string, field = ''): string => maskCards(maskContacts(text), field)

/** Returns free text as somebody with these rights may see it. */
export const shownText = (rights: Rights, text: string): string =>
  may(rights, 'personal_data.read') ? text : maskFreeText(text)

/**
 * Returns a value as a person with these rights may see it: without the permission, contacts and card numbers in free
 * text are masked at any depth.
 */
export function maskFor<Value>(rights: Rights, value: Value): Value {
  return may(rights, 'personal_data.read') ? value : (masked(value, '') as Value)
}

function masked(value: unknown, field: string): unknown {
  if (typeof value === 'string')
    return isFreeText(field) || written.has(field) ? maskFreeText(value, field) : value
  if (Array.isArray(value)) return value.map((inner) => masked(inner, field))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, masked(inner, key)]))
}
