/** Which payment methods a payment page offers (docs/gateway.md#payment-method). */
import { z } from 'zod'
import { objectIn, type Reading } from './reading'
import { filledText, listOf, openObject } from './values'

/**
 * The type of a method, or an object keyed by the type where the method needs parameters of its own, such as
 * `{apm: {channel: …}}`; they are not shown in the interface and sent on as they are.
 */
const methodType = z.union(
  [
    filledText(),
    z
      .record(z.string().min(1), openObject)
      .refine((method) => Object.keys(method).length === 1, { abort: true }),
  ],
  { error: 'invalid_payment_method' },
)

/**
 * `payment_method`, read as `reading` says.
 * - `types`: default all enabled methods. `credit_card` is the bank card; other values are the provider's own.
 * - `excluded_types`: ignored where `types` is sent too.
 * - `excluded_brands`: card brands and wallets (apple_pay, google_pay, samsung_pay); an open list.
 * - `credit_card.token`: card token of a tokenization; its data are shown on the payment page.
 */
export const paymentMethodIn = (reading: Reading) =>
  objectIn(reading, {
    types: listOf(methodType).optional(),
    excluded_types: listOf(filledText()).optional(),
    excluded_brands: listOf(filledText()).optional(),
    credit_card: objectIn(reading, { token: filledText().optional() }).optional(),
  })
