/** Payment settings on our own API: what owners decide about checkouts and card tokens. */
import { z } from 'zod'
import { webAddress, wholeNumber } from '../gateway/values/schemas'

/** A higher default would be a typing mistake. */
const maxAttempts = 99

const yesOrNo = z.boolean({ error: 'not_a_boolean' })

const fields = {
  /** Whether the support role may create checkouts. */
  support_checkouts: yesOrNo,
  /** Whether cards may be typed into Counterfoil (endpoint 1). This brings the installation into the scope of PCI DSS. */
  direct_tokenization: yesOrNo,
  /** Whether 3-D Secure is enabled for the merchant account. A tokenization then needs a `return_url`. */
  three_d_secure: yesOrNo,
  /** Whether the gateway answers the optional query by payment token (docs/gateway.md#optional-queries). */
  checkout_query: yesOrNo,
  /** Whether the gateway answers the optional query for a transaction by its UID. */
  transaction_query: yesOrNo,
  /** Default number of tries to pay a new checkout. A form or file may override it. */
  checkout_attempts: wholeNumber
    .refine((count) => count >= 1, 'must_be_positive')
    .refine((count) => count <= maxAttempts, 'too_big')
    .pipe(z.int()),
  /** Address of a transaction's page in the provider's back office. `{uid}` stands for the UID. Null: no link. */
  transaction_page: z
    .union([
      z
        .literal('')
        .transform(() => null)
        .pipe(z.null()),
      webAddress.max(500, 'too_long').refine((address) => address.includes('{uid}'), 'invalid'),
    ])
    .nullable(),
}

export const paymentSettingsForm = z.strictObject(fields)
export type PaymentSettingsForm = z.output<typeof paymentSettingsForm>

/** `version`: of the shop's settings. */
export const paymentSettings = z.object({ ...fields, version: z.int() })
export type PaymentSettings = z.output<typeof paymentSettings>

/** Absent fields keep their values. Refused if someone changed the shop's settings since `version`. */
export const paymentSettingsChange = z.strictObject(fields).partial().extend({ version: z.int() })
export type PaymentSettingsChange = z.output<typeof paymentSettingsChange>
