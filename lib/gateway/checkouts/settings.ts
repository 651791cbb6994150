/** How a payment page looks and where it redirects the customer (docs/gateway.md#settings). */
import { customerFieldNames } from '../customers/fields'
import { objectIn, type Reading } from '../reading'
import { flag, formatted, language, listOf, oneOf, text, webAddress } from '../values/schemas'

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
 * `settings`, read as `reading` says.
 * - `auto_pay`: default false; opening the page pays at once with `payment_method.credit_card.token`.
 * - `return_url`: if set, success_url and decline_url are ignored. `fail_url`: after an error.
 * - `notification_url`, `verification_url`: receive transactions, after and before they are processed;
 *   `card_notification_url` is a documented addition (docs/gateway.md#settings).
 * - `auto_return`: seconds until the result page redirects the customer, as digits; 0: at once, without that page.
 * - `button_text`: {amount} is replaced by the amount. `language`: default `en`.
 */
export const settingsIn = (reading: Reading) =>
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
