/** Values that several resources of the interface share, as schemas. Issue texts are keys of `issues.*`. */
import { z } from 'zod'
import { isCountry } from './countries'
import { isCurrency } from './currencies'

/** ISO 4217 alpha-3, upper case. Interface: “Product”, “Checkout”. */
export const currency = z
  .string({ error: (issue) => (issue.input == null ? 'required' : 'not_a_text') })
  .min(1, 'blank')
  .refine((code) => code === '' || isCurrency(code), 'invalid_currency')

/**
 * A whole number given as an integer or as a digit string; read as a safe integer.
 * The product endpoints want strings on the wire (docs/gateway.md#product-request);
 * the gateway client makes them.
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
 * An http(s) address, as it is sent on. Interface: “Errors” (a badly formatted URL is refused on its field).
 * `URL` forgives spaces around it, line breaks in it, missing and additional strokes; whoever reads it next may not.
 */
export const webAddress = z
  .string({ error: 'invalid_url' })
  .refine(
    (text) =>
      /^https?:\/\/[^\s\\/\p{Cc}\p{Surrogate}][^\s\\\p{Cc}\p{Surrogate}]*$/iu.test(text) &&
      URL.canParse(text),
    'invalid_url',
  )

/** An address that a person or a browser may be sent to, as the gateway gave it; null where it is no web address. */
export const webAddressOf = (given: unknown): string | null => webAddress.safeParse(given).data ?? null

/** Text that a database holds as it is: no NUL, no half of a surrogate pair. */
export const isStorable = (text: string): boolean => !/[\0\p{Surrogate}]/u.test(text)

/** Whether every key and text in a JSON value is one that a database holds. */
export function holdsStorable(value: unknown): boolean {
  let all = true
  JSON.stringify(value, (key, inner: unknown) => {
    all &&= isStorable(key) && (typeof inner !== 'string' || isStorable(inner))
    return inner
  })
  return all
}

/** A whole number as the gateway may give it: a number or digits, within the safe range. */
export const safeDigits = z
  .string()
  .regex(/^-?\d{1,16}$/)
  .transform(Number)
  .pipe(z.int())

/** `required` of a value that is not there, `key` of one that has another type than it should; null has one too. */
const unlessMissing = (key: string) => (issue: { input?: unknown }) =>
  issue.input === undefined ? 'required' : key

const anyText = z.string({ error: unlessMissing('not_a_text') })

/** Text of at most `max` characters (code points), where the interface gives a limit; it may be empty. */
export const text = (max = Infinity) =>
  (max === Infinity ? anyText : anyText.max(max, 'too_long')).refine(isStorable, 'invalid')

/** Text that says something: not empty, and not spaces alone. */
export const filledText = (max = Infinity) => text(max).refine((given) => given.trim() !== '', 'blank')

/** Text in one of the interface's formats; `key` where it is not, `blank` where it is empty. */
export const formatted = (test: (given: string) => boolean, key: string) =>
  anyText.min(1, 'blank').refine((given) => given === '' || test(given), key)

export const flag = z.boolean({ error: unlessMissing('not_a_boolean') })

/** An integer, as a number and nothing else: the interface's `integer`. */
export const integer = z.int({
  error: (issue) => {
    if (issue.input === undefined) return 'required'
    return typeof issue.input === 'number' && Number.isInteger(issue.input) ? 'too_big' : 'not_a_number'
  },
})

/** An integer greater than 0. */
export const naturalNumber = integer.refine((given) => given > 0, 'must_be_positive')

export const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, { error: unlessMissing('invalid_choice') })

export const listOf = <Element extends z.ZodType>(element: Element) =>
  z.array(element, { error: unlessMissing('not_a_list') })

/** An object whose fields the interface does not show; it is sent on as it is. */
export const openObject = z.record(z.string(), z.unknown(), { error: unlessMissing('not_an_object') })

/** IPv4 or IPv6. Interface: “Customer”, ip; “customer (request)”, ip. */
export const ipAddress = formatted(
  (given) => z.ipv4().safeParse(given).success || z.ipv6().safeParse(given).success,
  'invalid_ip',
)

export const email = formatted((given) => z.email().safeParse(given).success, 'invalid_email')

/** ISO 3166-1 alpha-2, upper case. Interface: “Customer”, “billing_address”, `customer` (checkout). */
export const country = formatted(isCountry, 'invalid_country')

/** Language of a payment page or of e-mails: two letters. The interface's default is `en`. */
export const language = z.string({ error: 'invalid_language' }).regex(/^[a-z]{2}$/, 'invalid_language')

/** YYYY-MM-DD. Interface: birth_date. */
export const isoDate = formatted(
  (given) => /^\d{4}-\d{2}-\d{2}$/.test(given) && isRealDate(`${given}T00:00:00`),
  'invalid_date',
)

/** YYYY-MM-DDThh:mm:ss without a zone, on some airport's clock. Interface: leg fields. */
export const localDateTime = formatted(
  (given) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/.test(given) && isRealDate(given),
  'invalid_local_date_time',
)

const zonedPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}[+-]\d{2}:\d{2}$/

/** YYYY-MM-DDThh:mm:ss with a +hh:mm or -hh:mm designator. Interface: “Product” and “order”, expired_at. */
export const zonedDateTime = z
  .string({ error: 'invalid_date_time' })
  .refine((given) => zonedPattern.test(given) && isRealDate(given), 'invalid_date_time')

const lenientPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:?\d{2})$/

/** The same as clients write it too: in UTC ending in Z, with fractions of a second, with no colon in the zone. */
export const lenientDateTime = z
  .string({ error: 'invalid_date_time' })
  .refine((given) => lenientPattern.test(given) && isRealDate(given), 'invalid_date_time')

/** Such a time in the interface's form: in its own zone, UTC as +00:00, fractions dropped. Any other text stays as it is. */
export const toInterfaceTime = (given: string): string =>
  given.replace(
    /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.\d{1,9})?(?:Z|([+-]\d{2}):?(\d{2}))$/,
    (_, clock: string, hours = '+00', minutes = '00') => `${clock}${hours}:${minutes}`,
  )

/** Taken in any of these writings, which other programs take for the same, and given on in the interface's. */
export const anyZonedDateTime = lenientDateTime.transform(toInterfaceTime)

/** Of years that four digits write, there is no 0, and beyond 9999 no more, also in UTC, as a database keeps it. */
const isYear = (moment: Date) => moment.getUTCFullYear() >= 1 && moment.getUTCFullYear() <= 9999

/** `Date` rolls 31 February over into March; a real date survives the round trip in its own zone. */
function isRealDate(given: string): boolean {
  const local = new Date(`${given.slice(0, 19)}Z`)
  return isYear(new Date(given)) && isYear(local) && local.toISOString().startsWith(given.slice(0, 19))
}
