/** The card and customer details that a payment page submits (docs/gateway.md#card-request). */
import { z } from 'zod'
import type { CustomerFieldName } from '../customers/fields'
import { emailPattern } from '../values/email'

/** A single line of text that every database can store: no control characters, no unpaired surrogates. */
const singleLine = (max: number) =>
  z
    .string({ error: 'required' })
    .trim()
    .max(max, 'too_long')
    .refine((text) => !/\p{Cc}|\p{Surrogate}/u.test(text), 'invalid')

const requiredText = (schema: z.ZodType<string, string>) =>
  schema.refine((text) => text !== '', { error: 'blank', abort: true })

/** 12 to 19 digits, without spaces and dashes. The gateway checks the check digit. */
const number = requiredText(
  z.string({ error: 'required' }).transform((text) => text.replace(/[\s-]/g, '')),
).refine((digits) => /^\d{12,19}$/.test(digits), 'card_number')

/**
 * "MM/YY" or "MM/YYYY"; the slash is optional in "MM/YY". Valid until the month ends in the last time zone (UTC-12).
 */
const expiry = requiredText(z.string({ error: 'required' }).trim()).transform((text, context) => {
  const match = /^(0?[1-9]|1[0-2])\s*[/-]\s*(?:20)?(\d\d)$|^(0[1-9]|1[0-2])(\d\d)$/.exec(text)
  const exp_month = Number(match?.[1] ?? match?.[3])
  const exp_year = 2000 + Number(match?.[2] ?? match?.[4])
  if (match && Date.UTC(exp_year, exp_month, 1, 12) > Date.now()) return { exp_month, exp_year }
  context.addIssue({ code: 'custom', message: match ? 'expiry_past' : 'expiry' })
  return z.NEVER
})

const verification_value = requiredText(z.string({ error: 'required' }).trim()).refine(
  (text) => /^\d{3,4}$/.test(text),
  'security_code',
)

export const cardFields = { number, expiry, verification_value, holder: requiredText(singleLine(35)) }

/** A field that may be empty. Empty text is read as absent. */
export const optional = (schema: z.ZodType<string, string>) =>
  z
    .string({ error: 'invalid' })
    .optional()
    .transform((text) => (text === '' ? undefined : text))
    .pipe(schema.optional())

const country = singleLine(100)
  .transform((code) => code.toUpperCase())
  .refine((code) => /^[A-Z]{2}$/.test(code), 'country')

/** Customer fields that a page may show. All may be empty; the acquirer decides which are needed. */
const customerFields: Record<CustomerFieldName, z.ZodType<string | undefined, string | undefined>> = {
  first_name: optional(singleLine(30)),
  last_name: optional(singleLine(30)),
  country: optional(country),
  state: optional(
    singleLine(100)
      .transform((code) => code.toUpperCase())
      .refine((code) => /^[A-Z]{2}$/.test(code), 'state'),
  ),
  city: optional(singleLine(60)),
  address: optional(singleLine(255)),
  zip: optional(singleLine(20)),
  phone: optional(singleLine(100)),
  birth_date: optional(z.iso.date('date')),
  email: optional(z.email({ pattern: emailPattern, error: 'email' }).max(255, 'too_long')),
  taxpayer_id: optional(singleLine(50)),
}

/**
 * Whether an address in this country may have a state: US, Canada and India (docs/gateway.md#customer-of-a-checkout),
 * or no country.
 */
export const hasState = (code: string | undefined) =>
  code === undefined || code === '' || /^(us|ca|in)$/i.test(code)

export const customerFieldsIn = (names: readonly string[]) =>
  Object.fromEntries(
    Object.entries(customerFields).filter(([name]) => names.includes(name)),
  ) as typeof customerFields

/** Idempotency key, created each time a payment page is shown. The same key never pays twice. */
export const attempt = z.uuid('invalid')

type Region = { country?: string; zip?: string; state?: string }

/** Checks the format of US ZIP codes (docs/gateway.md#customer-request). */
export const hasValidZip = ({ country: code, zip }: Region) =>
  code !== 'US' || zip === undefined || /^\d{5}(-\d{4})?$/.test(zip)

/** Drops the state if the country takes none. */
export const withoutUnsupportedState = <Value extends Region>(value: Value): Value =>
  hasState(value.country) ? value : { ...value, state: undefined }

/** What a payment page submits: the card and the visible customer fields. Issue messages are codes of the page. */
export function payerForm(visible: readonly string[]) {
  return z
    .object({
      attempt,
      /** The price that the page showed. A caller without a page omits it and pays the current price. */
      shown: z.object({ amount: z.int('invalid'), currency: z.string('invalid') }, 'invalid').optional(),
      ...cardFields,
      ...customerFieldsIn(visible),
    })
    .refine(hasValidZip, { path: ['zip'], error: 'zip' })
    .transform(withoutUnsupportedState)
}
export type PayerFormInput = z.input<ReturnType<typeof payerForm>>
export type PayerFormOutput = z.output<ReturnType<typeof payerForm>>
