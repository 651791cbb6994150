/** Card tokenization: the request of endpoint 1 (docs/gateway.md#transaction). The reply is in transaction.ts. */
import type { z } from 'zod'
import { addressConditions, stateAndZip } from './address'
import { withConditions } from './conditions'
import { objectIn, sent, type Reading } from './reading'
import { travelIn } from './travel'
import {
  country,
  currency,
  email,
  filledText,
  flag,
  formatted,
  ipAddress,
  isoDate,
  language,
  listOf,
  naturalNumber,
  oneOf,
  text,
  webAddress,
} from './values'

/** What a token is for; meanings in the interface's `additional_data` (request). */
export const tokenContracts = ['recurring', 'oneclick', 'credit'] as const

/**
 * - `number`: 12 to 19 digits, as a string. No complaint repeats it.
 * - `verification_value`: 3 or 4 digits; the shop's settings and the acquirer may need it. So with `holder`, the
 *   name on the card, at most 35 characters.
 * - `exp_month`: one or two digits. `exp_year`: four. Whether the card has expired is the gateway's business.
 */
const creditCardFields = {
  number: formatted((digits) => /^\d{12,19}$/.test(digits), 'invalid_card_number'),
  verification_value: formatted((digits) => /^\d{3,4}$/.test(digits), 'invalid_security_code').optional(),
  holder: text(35).optional(),
  exp_month: formatted((digits) => /^(0?[1-9]|1[0-2])$/.test(digits), 'invalid_month'),
  exp_year: formatted((digits) => /^\d{4}$/.test(digits), 'invalid_year'),
}

/** Which of these are needed depends on the acquirer. `external_id`: the customer's ID at the merchant's. */
const payerFields = {
  ip: ipAddress.optional(),
  email: email.optional(),
  device_id: text().optional(),
  birth_date: isoDate.optional(),
  external_id: text(255).optional(),
}

/** Which of these are needed depends on the acquirer; limits in characters. */
const billingAddressFields = {
  first_name: text(30).optional(),
  last_name: text(30).optional(),
  country: country.optional(),
  city: text(60).optional(),
  ...stateAndZip,
  address: text(255).optional(),
  phone: text(100).optional(),
}

/**
 * - `amount`: minor units, greater than 0. `currency`: ISO 4217. `description`: at most 255 characters.
 * - `tracking_id`: at most 255 characters; should be unique; may hold several values, separated by semicolons.
 * - `duplicate_check`: default true: the same amount and number within 30 seconds are refused.
 * - `language`: of e-mails to the customer, default `en`. `test`: default false.
 * - `skip_three_d_secure_verification`, `force_three_d_secure_verification`: default false. Where both are true,
 *   force wins, and Smart Routing rules win over either; so both together are no error.
 * - `three_d_secure.advanced`: true applies the advanced 3-D Secure 2.0 scenario.
 */
const requestFieldsIn = (reading: Reading) => ({
  amount: naturalNumber,
  currency,
  description: filledText(255),
  tracking_id: text(255).optional(),
  duplicate_check: flag.optional(),
  dynamic_billing_descriptor: text().optional(),
  language: language.optional(),
  notification_url: webAddress.optional(),
  verification_url: webAddress.optional(),
  return_url: webAddress.optional(),
  test: flag.optional(),
  credit_card: objectIn(reading, creditCardFields),
  skip_three_d_secure_verification: flag.optional(),
  force_three_d_secure_verification: flag.optional(),
  three_d_secure: objectIn(reading, { advanced: flag.optional() }).optional(),
  additional_data: objectIn(reading, {
    receipt_text: listOf(text()).optional(),
    contract: listOf(oneOf(tokenContracts)).optional(),
  }).optional(),
  customer: objectIn(reading, payerFields).optional(),
  billing_address: withConditions(
    objectIn(reading, billingAddressFields),
    addressConditions(reading),
  ).optional(),
  travel: travelIn(reading).optional(),
})

type Rules = {
  /** Whether the merchant account is 3-D Secure enabled: then `return_url` is needed. */
  threeDSecure: boolean
}

const requestIn = (reading: Reading, { threeDSecure }: Rules) =>
  withConditions(objectIn(reading, requestFieldsIn(reading)), [
    {
      path: ['return_url'],
      reads: [['return_url']],
      message: 'required_with_3ds',
      broken: ({ return_url: returnUrl }: { return_url?: string }) => threeDSecure && returnUrl === undefined,
    },
  ])

/** Body of endpoint 1 (POST /transactions/tokenizations), read as `reading` says. */
export const tokenizationRequestIn = (reading: Reading, rules: Rules) =>
  objectIn(reading, { request: requestIn(reading, rules) })

/** Body of endpoint 1 as we send it. */
export const tokenizationRequest = (rules: Rules) => tokenizationRequestIn(sent, rules)
export type TokenizationRequest = z.output<ReturnType<typeof tokenizationRequest>>

/** What is wrapped in `request`, as we send it. */
export const tokenizationFields = (rules: Rules) => requestIn(sent, rules)
