/** Schemas of values that several resources of the interface share. Issue texts are keys of `issues.*`. */
import { z } from 'zod'
import { isStorable, isStorableJson } from './storable'
import { isCountry } from './countries'
import { isCurrency } from './currencies'
import { emailPattern } from './email'
import { urlOf } from './url'

/** ISO 4217 alpha-3, upper case. Interface: “Product”, “Checkout”. */
export const currency = z
  .string({ error: (issue) => (issue.input == null ? 'required' : 'not_a_text') })
  .min(1, 'blank')
  .refine((code) => code === '' || isCurrency(code), 'invalid_currency')

/**
 * A whole number, given as an integer or as digits, and read as a safe integer. The gateway client converts it to the
 * string that the product endpoints want (docs/gateway.md#product-request).
 */
export const wholeNumber = z
  .union([z.string(), z.number()], { error: (issue) => (issue.input == null ? 'required' : 'not_a_number') })
  .transform((value, context) => {
    const text = typeof value === 'number' ? String(value) : value.trim()
    const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN
    if (Number.isSafeInteger(number)) return number
    const code = text === '' ? 'blank' : /^-?\d+$/.test(text) ? 'too_big' : 'not_a_number'
    context.addIssue({ code: 'custom', message: code, input: value })
    return z.NEVER
  })

/** An amount in minor units: a whole number greater than 0. */
export const minorAmount = wholeNumber.refine((value) => value > 0, 'must_be_positive')

/**
 * An http(s) address, sent on unchanged. Interface: “Errors” (a badly formatted URL is refused on its field). The
 * pattern is stricter than `URL`, which accepts surrounding spaces, line breaks, and missing or extra slashes that
 * other parsers may refuse.
 */
export const webAddress = z
  .string({ error: 'invalid_url' })
  .refine(
    (text) =>
      /^https?:\/\/[^\s\\/\p{Cc}\p{Surrogate}][^\s\\\p{Cc}\p{Surrogate}]*$/iu.test(text) &&
      urlOf(text) !== null,
    'invalid_url',
  )

/** Returns the value if it is a web address that is safe to open or redirect to, else null. */
export const webAddressOf = (given: unknown): string | null => webAddress.safeParse(given).data ?? null

/**
 * Whether the text is one line that a database can store, and that reads in the order of its characters: without
 * control characters, line ends, unpaired surrogates, and characters that start or end a text direction. Direction
 * marks are allowed, because some languages need them.
 */
export const isLine = (text: string): boolean =>
  !/[\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}\u202a-\u202e\u2066-\u2069]/u.test(text)

/** A whole number within the safe range, given as digits. */
export const safeDigits = z
  .string()
  .regex(/^-?\d{1,16}$/)
  .transform(Number)
  .pipe(z.int())

/** Issue code for a value of the wrong type: `required` if it is missing, else `key`, also for null. */
const unlessMissing = (key: string) => (issue: { input?: unknown }) =>
  issue.input === undefined ? 'required' : key

const anyText = z.string({ error: unlessMissing('not_a_text') })

/** Text of at most `max` characters (code points). It may be empty. */
export const text = (max = Infinity) =>
  (max === Infinity ? anyText : anyText.max(max, 'too_long')).refine(isStorable, 'invalid')

export const filledText = (max = Infinity) => text(max).refine((given) => given.trim() !== '', 'blank')

/** Text in one of the interface's formats. Issue codes: `key` if malformed, `blank` if empty. */
export const formatted = (test: (given: string) => boolean, key: string) =>
  anyText.min(1, 'blank').refine((given) => given === '' || test(given), key)

export const flag = z.boolean({ error: unlessMissing('not_a_boolean') })

/** The interface's `integer`: a number only, no digits in a string. */
export const integer = z.int({
  error: (issue) => {
    if (issue.input === undefined) return 'required'
    return typeof issue.input === 'number' && Number.isInteger(issue.input) ? 'too_big' : 'not_a_number'
  },
})

export const naturalNumber = integer.refine((given) => given > 0, 'must_be_positive')

export const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, { error: unlessMissing('invalid_choice') })

export const listOf = <Element extends z.ZodType>(element: Element) =>
  z.array(element, { error: unlessMissing('not_a_list') })

/** An object whose fields the interface does not show; it is stored, and sent on unchanged. */
export const openObject = z
  .record(z.string(), z.unknown(), { error: unlessMissing('not_an_object') })
  .refine((given) => isStorableJson(given), 'invalid')

/** IPv4 or IPv6. Interface: “Customer”, ip; “customer (request)”, ip. */
export const ipAddress = formatted(
  (given) => z.ipv4().safeParse(given).success || z.ipv6().safeParse(given).success,
  'invalid_ip',
)

export const email = formatted((given) => emailPattern.test(given), 'invalid_email')

/** ISO 3166-1 alpha-2, upper case. Interface: “Customer”, “billing_address”, `customer` (checkout). */
export const country = formatted(isCountry, 'invalid_country')

/** Language of a payment page or of e-mails: two letters. The interface's default is `en`. */
export const language = z.string({ error: 'invalid_language' }).regex(/^[a-z]{2}$/, 'invalid_language')

/** YYYY-MM-DD. Interface: birth_date. */
export const isoDate = formatted(
  (given) => /^\d{4}-\d{2}-\d{2}$/.test(given) && isRealDate(`${given}T00:00:00`),
  'invalid_date',
)

/** YYYY-MM-DDThh:mm:ss without a zone, in an airport's local time. Interface: leg fields. */
export const localDateTime = formatted(
  (given) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/.test(given) && isRealDate(given),
  'invalid_local_date_time',
)

const zonedPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}[+-]\d{2}:\d{2}$/

/** YYYY-MM-DDThh:mm:ss with a +hh:mm or -hh:mm offset. Interface: “Product” and “order”, expired_at. */
export const zonedDateTime = z
  .string({ error: 'invalid_date_time' })
  .refine((given) => zonedPattern.test(given) && isRealDate(given), 'invalid_date_time')

const lenientPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:?\d{2})$/

/** Like {@link zonedDateTime}, but also accepts UTC as Z, fractions of a second, and an offset without a colon. */
export const lenientDateTime = z
  .string({ error: 'invalid_date_time' })
  .refine((given) => lenientPattern.test(given) && isRealDate(given), 'invalid_date_time')

/**
 * Converts such a time to the interface's format: same offset, UTC as +00:00, no fractions. Returns any other text
 * unchanged.
 */
export const toInterfaceTime = (given: string): string =>
  given.replace(
    /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.\d{1,9})?(?:Z|([+-]\d{2}):?(\d{2}))$/,
    (_, clock: string, hours = '+00', minutes = '00') => `${clock}${hours}:${minutes}`,
  )

export const anyZonedDateTime = lenientDateTime.transform(toInterfaceTime)

/** Whether the year is 1 to 9999. The database stores the time in UTC, so its UTC year must be in this range too. */
const isYear = (moment: Date) => moment.getUTCFullYear() >= 1 && moment.getUTCFullYear() <= 9999

/** Whether the date exists. `Date` rolls 31 February over into March, so only a real date survives the round trip. */
function isRealDate(given: string): boolean {
  const local = new Date(`${given.slice(0, 19)}Z`)
  return isYear(new Date(given)) && isYear(local) && local.toISOString().startsWith(given.slice(0, 19))
}
