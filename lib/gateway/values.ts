/** Values that several resources of the interface share, as schemas. Issue texts are keys of `issues.*`. */
import { z } from 'zod'
import { isCurrency } from './currencies'

/** ISO 4217 alpha-3, upper case. Interface: “Product”, “Checkout”. */
export const currency = z
  .string({ error: 'required' })
  .min(1, 'blank')
  .refine((code) => code === '' || isCurrency(code), 'invalid_currency')

/**
 * A whole number given as an integer or as a digit string; read as a safe integer.
 * The product endpoints want strings on the wire (interface: “Product”, amount and quantity are strings),
 * which the gateway client makes; field notes: both are accepted.
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
 * `URL` forgives spaces around it, line breaks in it and missing strokes; whoever reads it next may not.
 */
export const webAddress = z
  .string({ error: 'invalid_url' })
  .refine((text) => /^https?:\/\/[^\s\\\p{Cc}]+$/iu.test(text) && URL.canParse(text), 'invalid_url')

/** Text that a database holds as it is: no NUL, no half of a surrogate pair. */
export const isStorable = (text: string): boolean => !/[\0\p{Surrogate}]/u.test(text)

/** A whole number as the gateway may give it: a number or digits, within the safe range. */
export const safeDigits = z
  .string()
  .regex(/^-?\d{1,16}$/)
  .transform(Number)
  .pipe(z.int())

const zonedPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}[+-]\d{2}:\d{2}$/

/** YYYY-MM-DDThh:mm:ss with a +hh:mm or -hh:mm designator. Interface: “Product”, expired_at. */
export const zonedDateTime = z
  .string({ error: 'invalid_date_time' })
  .refine((text) => zonedPattern.test(text) && isRealDate(text), 'invalid_date_time')

/** `Date` rolls 31 February over into March; a real date survives the round trip in its own zone. */
function isRealDate(text: string): boolean {
  const local = new Date(`${text.slice(0, 19)}Z`)
  return (
    !Number.isNaN(Date.parse(text)) &&
    !Number.isNaN(local.valueOf()) &&
    local.toISOString().startsWith(text.slice(0, 19))
  )
}
