import 'server-only'
import { may, type Role } from '../../permissions'
import { digitsOf } from '../../phone'

const dots = '•••'

/** s•••@mail.example: recognisable, but not usable. */
export function maskEmail(email: string): string {
  const [name = '', domain] = email.split(/[@＠]|%40/)
  return domain === undefined ? dots : `${name.slice(0, 1)}${dots}@${domain}`
}

/** Shows the last two digits of a telephone number. */
export function maskPhone(phone: string): string {
  const digits = digitsOf(phone)
  return digits.length > 4 ? `${dots}${digits.slice(-2)}` : dots
}

const emailInText =
  /[\p{L}\p{N}][\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]*(?:[@＠]|%40)[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}-]+)+/gu

/** A character that may stand between two digits of a telephone number, such as a space, a dash or an invisible break. */
const between = String.raw`[\s()./_\p{Pd}\u00ad\u200b]`

/**
 * Telephone numbers as people write them: with a leading `+` or zero, in three groups as in North America, or with a
 * label. Other runs of digits may be order numbers.
 */
const phonesInText = [
  new RegExp(
    String.raw`(?<![\p{L}\p{N}.-])(?:\+|00|\(?0(?=[1-9(]))(?:${between}{0,2}\p{N}){6,14}(?!\p{L}|${between}?\p{N})`,
    'gu',
  ),
  /(?<![\p{L}\p{N}.-])\(?\p{N}{3}[)\s.\p{Pd}]{1,2}\p{N}{3}[\s.\p{Pd}]\p{N}{4}(?![\s.\p{Pd}]?[\p{N}])/gu,
  new RegExp(
    String.raw`(?<=(?:tel|phone|mobile|cell|call|whatsapp|sms)\p{L}*[\s.:#=-]{0,3})\p{N}(?:${between}{0,2}\p{N}){5,14}(?!\p{N})`,
    'giu',
  ),
]

export const maskEmails = (text: string): string => text.replace(emailInText, maskEmail)

/** Masks the e-mail addresses and telephone numbers in a text as their own fields are masked. */
export function maskContacts(text: string): string {
  return phonesInText.reduce((masked, pattern) => masked.replace(pattern, maskPhone), maskEmails(text))
}

/** Returns a text without its e-mail addresses and telephone numbers, and these apart. */
export function separateContacts(text: string): { rest: string; contacts: string[] } {
  const contacts: string[] = []
  const take = (contact: string) => {
    contacts.push(contact)
    return ' '
  }
  const rest = [emailInText, ...phonesInText].reduce((left, pattern) => left.replace(pattern, take), text)
  return { rest, contacts }
}

/** Fields with free text, of the gateway's interface and our own. */
const freeTexts = new Set([
  'tracking_id',
  'description',
  'checkout_description',
  'message',
  'friendly_message',
  'receipt_text',
])

export const isFreeText = (field: string): boolean => freeTexts.has(field)

/** Returns a value as `role` may see it: without the permission, contacts in free text are masked at any depth. */
export function shownTo<Value>(role: Role, value: Value): Value {
  return may(role, 'personal_data.read') ? value : (withoutContacts(value, '') as Value)
}

function withoutContacts(value: unknown, field: string): unknown {
  if (typeof value === 'string') return isFreeText(field) ? maskContacts(value) : value
  if (Array.isArray(value)) return value.map((inner) => withoutContacts(inner, field))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutContacts(inner, key)]))
}
