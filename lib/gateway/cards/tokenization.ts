/** Card tokenization: the request of endpoint 1 (docs/gateway.md#transaction). The reply is in transaction.ts. */
import type { z } from 'zod'
import { addressConditions, stateAndZip } from '../values/address'
import { withConditions } from '../conditions'
import { objectIn, sentReading, type Reading } from '../reading'
import { travelIn } from '../travel/travel'
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
} from '../values/schemas'
import { tokenContracts } from '../checkouts/choices'

/**
 * - `number`: 12 to 19 digits, as a string. No issue repeats it.
 * - `verification_value`: 3 or 4 digits. `holder`: the name on the card, at most 35 characters. The shop's settings and
 *   the acquirer may require both.
 * - `exp_month`: one or two digits. `exp_year`: four. The gateway checks whether the card has expired.
 */
const creditCardFields = {
  number: formatted((digits) => /^\d{12,19}$/.test(digits), 'invalid_card_number'),
  verification_value: formatted((digits) => /^\d{3,4}$/.test(digits), 'invalid_security_code').optional(),
  holder: text(35).optional(),
  exp_month: formatted((digits) => /^(0?[1-9]|1[0-2])$/.test(digits), 'invalid_month'),
  exp_year: formatted((digits) => /^\d{4}$/.test(digits), 'invalid_year'),
}

/** The acquirer decides which of these are required. `external_id`: the customer's ID in the merchant's system. */
const payerFields = {
  ip: ipAddress.optional(),
  email: email.optional(),
  device_id: text().optional(),
  birth_date: isoDate.optional(),
  external_id: text(255).optional(),
}

/** The acquirer decides which of these are required. Limits in characters. */
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
 * - `skip_three_d_secure_verification`, `force_three_d_secure_verification`: default false. Both may be true: force
 *   wins over skip, and Smart Routing rules win over either.
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
  /** Whether 3-D Secure is enabled for the merchant account. If so, `return_url` is required. */
  hasThreeDSecure: boolean
}

const requestIn = (reading: Reading, { hasThreeDSecure }: Rules) =>
  withConditions(objectIn(reading, requestFieldsIn(reading)), [
    {
      path: ['return_url'],
      reads: [['return_url']],
      message: 'required_with_3ds',
      isBroken: ({ return_url: returnUrl }: { return_url?: string }) =>
        hasThreeDSecure && returnUrl === undefined,
    },
  ])

/** Body of endpoint 1 (POST /transactions/tokenizations), read as `reading` says. */
export const tokenizationRequestIn = (reading: Reading, rules: Rules) =>
  objectIn(reading, { request: requestIn(reading, rules) })

export const tokenizationRequest = (rules: Rules) => tokenizationRequestIn(sentReading, rules)
export type TokenizationRequest = z.output<ReturnType<typeof tokenizationRequest>>

export const tokenizationFields = (rules: Rules) => requestIn(sentReading, rules)
