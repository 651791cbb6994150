/** What owners decide of checkouts and card tokens, on our own API. */
import { z } from 'zod'
import { wholeNumber } from '../gateway/values'

/** A higher default would be a typing mistake. */
const mostAttempts = 99

const yesOrNo = z.boolean({ error: 'not_a_boolean' })

const fields = {
  /** Whether support makes checkouts, too. */
  support_checkouts: yesOrNo,
  /** Whether cards may be typed in here (endpoint 1), which brings the installation into the scope of PCI DSS. */
  direct_tokenization: yesOrNo,
  /** Whether the merchant account is 3-D Secure enabled: then a tokenization needs a return_url. */
  three_d_secure: yesOrNo,
  /** Whether the gateway answers the query for a payment token, which is outside the interface. */
  checkout_query: yesOrNo,
  /** How often payment of a new checkout can be tried, unless its form or file says otherwise. */
  checkout_attempts: wholeNumber
    .refine((count) => count >= 1, 'must_be_positive')
    .refine((count) => count <= mostAttempts, 'too_big'),
}

export const paymentSettings = z.object(fields)
export type PaymentSettings = z.output<typeof paymentSettings>

/** What is to change; the rest stays. */
export const paymentSettingsChange = z.strictObject(fields).partial()
export type PaymentSettingsChange = z.output<typeof paymentSettingsChange>
