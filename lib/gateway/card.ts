/** A card and its payer, as a payment page takes them (docs/gateway.md#card-request). */
import { z } from 'zod'
import type { CustomerFieldName } from './customer-fields'

/** Text of one line that every database holds: no control characters, no half characters. */
const line = (max: number) =>
  z
    .string({ error: 'required' })
    .trim()
    .max(max, 'too_long')
    .refine((text) => !/\p{Cc}|\p{Surrogate}/u.test(text), 'invalid')

const needed = (schema: z.ZodType<string, string>) =>
  schema.refine((text) => text !== '', { error: 'blank', abort: true })

/** 12 to 19 digits; spaces and dashes between them are left out. The check digit is the gateway's business. */
const number = needed(z.string({ error: 'required' }).transform((text) => text.replace(/[\s-]/g, ''))).refine(
  (digits) => /^\d{12,19}$/.test(digits),
  'card_number',
)

/** "MM/YY", also "MM/YYYY" and without the stroke. Good to the end of its month, wherever on Earth it ends last. */
const expiry = needed(z.string({ error: 'required' }).trim()).transform((text, context) => {
  const match = /^(0?[1-9]|1[0-2])\s*[/-]\s*(?:20)?(\d\d)$|^(0[1-9]|1[0-2])(\d\d)$/.exec(text)
  const exp_month = Number(match?.[1] ?? match?.[3])
  const exp_year = 2000 + Number(match?.[2] ?? match?.[4])
  if (match && Date.UTC(exp_year, exp_month, 1, 12) > Date.now()) return { exp_month, exp_year }
  context.addIssue({ code: 'custom', message: match ? 'expiry_past' : 'expiry' })
  return z.NEVER
})

/** 3- or 4-digit security code. */
const verification_value = needed(z.string({ error: 'required' }).trim()).refine(
  (text) => /^\d{3,4}$/.test(text),
  'security_code',
)

/** A card as it is typed in. */
export const cardFields = { number, expiry, verification_value, holder: needed(line(35)) }

/** A field that may stay empty: what is empty is left out. */
export const optional = (schema: z.ZodType<string, string>) =>
  z
    .string({ error: 'invalid' })
    .optional()
    .transform((text) => (text === '' ? undefined : text))
    .pipe(schema.optional())

const country = line(100)
  .transform((code) => code.toUpperCase())
  .refine((code) => /^[A-Z]{2}$/.test(code), 'country')

/** Customer fields a page may show; each may stay empty (which are needed depends on the acquirer). */
const customerFields: Record<CustomerFieldName, z.ZodType<string | undefined, string | undefined>> = {
  first_name: optional(line(30)),
  last_name: optional(line(30)),
  country: optional(country),
  state: optional(
    line(100)
      .transform((code) => code.toUpperCase())
      .refine((code) => /^[A-Z]{2}$/.test(code), 'state'),
  ),
  city: optional(line(60)),
  address: optional(line(255)),
  zip: optional(line(20)),
  phone: optional(line(100)),
  birth_date: optional(z.iso.date('date')),
  email: optional(z.email('email').max(255, 'too_long')),
  taxpayer_id: optional(line(50)),
}

/** `state` belongs to addresses in the US and Canada (docs/gateway.md#billing-address: also India). */
export const hasState = (code: string | undefined) =>
  code === undefined || code === '' || /^(us|ca|in)$/i.test(code)

/** The customer fields of these names. */
export const customerFieldsIn = (names: readonly string[]) =>
  Object.fromEntries(
    Object.entries(customerFields).filter(([name]) => names.includes(name)),
  ) as typeof customerFields

/** Minted by each showing of a payment page; the same one never pays twice. */
export const attempt = z.uuid('invalid')

type Region = { country?: string; zip?: string; state?: string }

/** Codes in the US have a form of their own (docs/gateway.md#customer-request). */
export const hasFittingZip = ({ country: code, zip }: Region) =>
  code !== 'US' || zip === undefined || /^\d{5}(-\d{4})?$/.test(zip)

/** A state of a country that has none to be sent with is left out. */
export const withoutStrayState = <Value extends Region>(value: Value): Value =>
  hasState(value.country) ? value : { ...value, state: undefined }

/** What a payment page sends: the card and the customer fields it shows. Issue messages are codes of the page. */
export function payerForm(visible: readonly string[]) {
  return z
    .object({
      attempt,
      /** The price on the page that was sent; a caller without a page has none, and pays what it costs now. */
      shown: z.object({ amount: z.int('invalid'), currency: z.string('invalid') }, 'invalid').optional(),
      ...cardFields,
      ...customerFieldsIn(visible),
    })
    .refine(hasFittingZip, { path: ['zip'], error: 'zip' })
    .transform(withoutStrayState)
}
export type PayerFormInput = z.input<ReturnType<typeof payerForm>>
export type PayerFormOutput = z.output<ReturnType<typeof payerForm>>
