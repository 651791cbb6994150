import 'server-only'
import type { CheckoutFormOutput } from '../../gateway/checkout-form'
import type { Shop } from '../shops'
import type { Order } from '../transactions/order'
import { payerOf } from './customer'
import type { Checkout } from './find'

type Presented = {
  form: CheckoutFormOutput
  /** The form as it came in, which says what was on it. */
  sent: Record<string, unknown>
  /** The payer agreed to give the card to the merchant. */
  isGiven: boolean
}

/**
 * What is to be done for a payment token (docs/gateway.md#checkouts).
 * - A card given to the merchant needs a contract to make a token of; `card_on_file` where none was asked for is
 *   inferred.
 * - `vendor` ties the transaction to its token (docs/gateway.md#delivery); card_on_file says why a stored card
 *   is charged, and is told where one is.
 * - Where the payer goes back to hangs on the outcome and is read from the settings; without any it is the shop's
 *   own address.
 */
export function orderOf(shop: Shop, checkout: Checkout, { form, sent, isGiven }: Presented): Order {
  const { token, request } = checkout
  const { order, settings } = request
  const { receipt_text: receiptText = [], contract = [], ...additional } = order.additional_data
  const { card_on_file: cardOnFile, avs_cvc_verification: avsCvc } = additional
  return {
    source: { kind: 'checkout', token },
    type: request.transaction_type,
    amount: order.amount,
    currency: order.currency,
    description: order.description,
    trackingId: order.tracking_id || null,
    language: settings.language,
    test: request.test,
    billingDescriptor: request.dynamic_billing_descriptor || null,
    notificationUrl: settings.notification_url ?? shop.notificationUrl,
    cardNotificationUrl: settings.card_notification_url ?? null,
    verificationUrl: settings.verification_url ?? shop.verificationUrl,
    returnUrl: settings.return_url ?? shop.url,
    threeDSecure: { skip: false, force: false },
    receiptText,
    contract: contract.length > 0 || !isGiven ? contract : ['card_on_file'],
    additionalData: {
      vendor: { name: 'CTP', token },
      ...(avsCvc === undefined ? {} : { avs_cvc_verification: avsCvc }),
      ...(form.source === 'stored' ? { card_on_file: cardOnFile } : {}),
    },
    ...payerOf(request, form, sent),
  }
}
