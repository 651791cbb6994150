/** Payment tokens for the widget and the hosted payment page: endpoint 2 (docs/gateway.md#checkouts). */
import { z } from 'zod'
import { addressConditions, stateAndZip } from '../values/address'
import { withConditions, type Condition } from '../conditions'
import { looseBoolean, looseFields, looseNumber, looseText } from '../loose'
import { objectIn, sentReading, type Reading } from '../reading'
import { cardOnFileInitiators, cardOnFileTypes, checkoutContracts, checkoutTypes } from './choices'
import { travelIn } from '../travel/travel'
import {
  country,
  currency,
  email,
  filledText,
  flag,
  isoDate,
  listOf,
  naturalNumber,
  oneOf,
  openObject,
  text,
  webAddress,
  formatted,
  language,
} from '../values/schemas'
import { customerFieldNames } from '../customers/fields'

const customerFieldList = listOf(oneOf(customerFieldNames)).optional()

/**
 * The toggles, the customer's fields and the cardholder's name on the widget.
 * - `save_card_toggle.display`, `another_card_toggle.display`: default true; override the shop's own setting.
 * - `save_card_toggle.customer_contract`: default false. true: if the customer turns it on, the merchant gets a token;
 *   false: only the payment page stores the card, and there is no token.
 * - `customer_fields.read_only`: shown but disabled. If it contains `email`, `customer` must have it.
 * - `credit_card_fields.read_only`: may contain only `holder`.
 */
const widgetFieldsIn = (reading: Reading) => ({
  save_card_toggle: objectIn(reading, {
    display: flag.optional(),
    customer_contract: flag.optional(),
    text: text().optional(),
    hint: text().optional(),
  }).optional(),
  another_card_toggle: objectIn(reading, { display: flag.optional() }).optional(),
  customer_fields: objectIn(reading, {
    read_only: customerFieldList,
    visible: customerFieldList,
  }).optional(),
  credit_card_fields: objectIn(reading, {
    holder: text().optional(),
    read_only: listOf(oneOf(['holder'])).optional(),
  }).optional(),
})

/**
 * `settings`: how a payment page looks and where it redirects the customer (docs/gateway.md#settings).
 * - `auto_pay`: default false; opening the page pays at once with `payment_method.credit_card.token`.
 * - `return_url`: if set, success_url and decline_url are ignored. `fail_url`: after an error.
 * - `notification_url`, `verification_url`: receive transactions, after and before they are processed;
 *   `card_notification_url` is a documented addition (docs/gateway.md#settings).
 * - `auto_return`: seconds until the result page redirects the customer, as digits; 0: at once, without that page.
 * - `button_text`: {amount} is replaced by the amount. `language`: default `en`.
 */
const settingsIn = (reading: Reading) =>
  objectIn(reading, {
    auto_pay: flag.optional(),
    ...widgetFieldsIn(reading),
    return_url: webAddress.optional(),
    success_url: webAddress.optional(),
    decline_url: webAddress.optional(),
    fail_url: webAddress.optional(),
    cancel_url: webAddress.optional(),
    notification_url: webAddress.optional(),
    card_notification_url: webAddress.optional(),
    verification_url: webAddress.optional(),
    auto_return: formatted((digits) => /^\d+$/.test(digits), 'not_a_number').optional(),
    button_text: text().optional(),
    button_next_text: text().optional(),
    language: language.optional(),
  })

/**
 * A method type, or an object keyed by the type if the method has parameters, such as `{apm: {channel: …}}`. The
 * interface does not show these parameters; they are sent on unchanged.
 */
const methodType = z.union(
  [
    filledText(),
    z.record(filledText(), openObject).refine((method) => Object.keys(method).length === 1, { abort: true }),
  ],
  { error: 'invalid_payment_method' },
)

/**
 * `payment_method` (docs/gateway.md#payment-method): the methods that a payment page offers, read as `reading` says.
 * - `types`: default all enabled methods. `credit_card` is the bank card; other values are provider-specific.
 * - `excluded_types`: ignored if `types` is sent too.
 * - `excluded_brands`: card brands and wallets (apple_pay, google_pay, samsung_pay); an open list.
 * - `credit_card.token`: card token of a tokenization; the payment page shows the card's data.
 */
const paymentMethodIn = (reading: Reading) =>
  objectIn(reading, {
    types: listOf(methodType).optional(),
    excluded_types: listOf(filledText()).optional(),
    excluded_brands: listOf(filledText()).optional(),
    credit_card: objectIn(reading, { token: filledText().optional() }).optional(),
  })

/**
 * `order`, read as `reading` says.
 * - `amount`: minor units, greater than 0. `tracking_id`: at most 255 characters, should be unique.
 * - `expired_at`: YYYY-MM-DDThh:mm:ss±hh:mm; default 24 hours after the token was created.
 * - `additional_data.receipt_text`: lines for the customer's e-mail and the result page.
 * - `additional_data.avs_cvc_verification`: not shown in the interface; sent on unchanged.
 */
const orderIn = (reading: Reading) =>
  objectIn(reading, {
    amount: naturalNumber,
    currency,
    description: filledText(),
    tracking_id: text(255).optional(),
    expired_at: reading.expiry.optional(),
    additional_data: objectIn(reading, {
      receipt_text: listOf(text()).optional(),
      contract: listOf(oneOf(checkoutContracts)).optional(),
      avs_cvc_verification: openObject.optional(),
      card_on_file: objectIn(reading, {
        initiator: oneOf(cardOnFileInitiators).optional(),
        type: oneOf(cardOnFileTypes).optional(),
      }).optional(),
    }).optional(),
  })

/** `customer`. The provider decides which fields are required. `external_id` is a documented addition. */
const customerIn = (reading: Reading) =>
  withConditions(
    objectIn(reading, {
      email: email.optional(),
      first_name: text().optional(),
      last_name: text().optional(),
      address: text().optional(),
      city: text().optional(),
      ...stateAndZip,
      country: country.optional(),
      phone: text().optional(),
      birth_date: isoDate.optional(),
      taxpayer_id: text().optional(),
      external_id: text(255).optional(),
    }),
    addressConditions(reading),
  )

/** `attempts`: maximum payment attempts, default 1. `test`, `iframe`: default false. */
const fieldsIn = (reading: Reading) => ({
  transaction_type: oneOf(checkoutTypes),
  attempts: naturalNumber.optional(),
  dynamic_billing_descriptor: text().optional(),
  test: flag.optional(),
  iframe: flag.optional(),
  order: orderIn(reading),
  settings: settingsIn(reading).optional(),
  customer: customerIn(reading).optional(),
  payment_method: paymentMethodIn(reading).optional(),
  travel: travelIn(reading).optional(),
})

type ReadOnlyEmail = {
  settings?: { customer_fields?: { read_only?: string[] } }
  customer?: { email?: string }
}

/** A read-only e-mail field needs a value in the request (docs/gateway.md#settings). */
const readOnlyEmail: Condition<ReadOnlyEmail> = {
  path: ['customer', 'email'],
  reads: [
    ['settings', 'customer_fields', 'read_only'],
    ['customer', 'email'],
  ],
  message: 'required_when_read_only',
  isBroken: ({ settings, customer }) =>
    settings?.customer_fields?.read_only?.includes('email') === true && !customer?.email,
}

/** Body of endpoint 2 (POST /ctp/api/checkouts), read as `reading` says. */
export const checkoutRequestIn = (reading: Reading) => objectIn(reading, { checkout: checkoutIn(reading) })

const checkoutIn = (reading: Reading) => withConditions(objectIn(reading, fieldsIn(reading)), [readOnlyEmail])

/** Body of endpoint 2 as we send it. For fields without effect see cautions.ts. */
export const checkoutRequest = checkoutRequestIn(sentReading)
export type CheckoutRequest = z.output<typeof checkoutRequest>

export const checkoutFields = checkoutIn(sentReading)

/** Reply of endpoint 2. Browsers are redirected to `redirect_url`, so it must be a web address. */
export const checkoutReply = z.looseObject({
  checkout: z.looseObject({ token: z.string().min(1), redirect_url: webAddress }),
})
export type CheckoutReply = z.output<typeof checkoutReply>

/**
 * The state of a payment token (docs/gateway.md#optional-queries), and the notification of one that expired unpaid
 * (docs/gateway.md#expired-payment-token). Read loosely; no field is required. `gateway_response` is null until
 * something is paid.
 */
export const checkoutState = z.looseObject({
  token: looseText,
  shop_id: looseNumber,
  transaction_type: looseText,
  gateway_response: z.unknown().optional(),
  order: looseFields({
    amount: looseNumber,
    currency: looseText,
    description: looseText,
    tracking_id: looseText,
  }),
  settings: looseFields({}),
  customer: looseFields({ email: looseText }),
  finished: looseBoolean,
  expired: looseBoolean,
  test: looseBoolean,
  status: looseText,
  message: looseText,
  payment_method: looseFields({}),
})
export type CheckoutState = z.output<typeof checkoutState>

/** Reply of the optional query GET /ctp/api/checkouts/{token} (docs/gateway.md#optional-queries). */
export const checkoutStateReply = z.looseObject({ checkout: checkoutState })
