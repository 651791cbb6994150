import 'server-only'
import { randomBytes } from 'node:crypto'
import type { CheckoutFormOutput } from '../../gateway/checkouts/form'
import type { CustomerFieldName } from '../../gateway/customers/fields'
import { presentToken } from '../cards/present'
import type { Call } from '../http/endpoints'
import { json } from '../http/refusal'
import { publicAddress } from '../shops/settings'
import type { Shop } from '../shops/shops'
import { checkouts } from '../tables/payments'
import type { Order, BillingAddress, Payer } from '../transactions/duplicates'
import { cardTokenContext, type Checkout } from './find'
import { readCheckout, type StoredCheckout } from './request'

/**
 * Endpoint 2, POST /ctp/api/checkouts: 201 and `{checkout: {token, redirect_url}}`, or 422 with errors nested by
 * section. The status 201 is inferred. A tracking_id may be reused (docs/gateway.md#order).
 */
export async function createCheckout({ engine, shop, body }: Call): Promise<Response> {
  const isKnown = async (cardToken: string) => (await presentToken(engine, shop, cardToken)) !== null
  const { checkout, cardToken, expiresAt } = await readCheckout(await body(), isKnown)
  const token = randomBytes(32).toString('hex')
  await engine.db.insert(checkouts).values({
    shopId: shop.id,
    token,
    request: checkout,
    cardTokenSealed:
      cardToken === null ? null : engine.sealer.seal(cardToken, cardTokenContext(shop.id, token)),
    attempts: checkout.attempts,
    expiresAt,
  })
  const redirectUrl = publicAddress(`/v2/checkout?token=${token}`)
  return json({ checkout: { token, redirect_url: redirectUrl } }, 201)
}

type Presented = {
  form: CheckoutFormOutput
  /** The form before parsing: it shows which fields were sent. */
  sent: Record<string, unknown>
  /** The payer agreed to give the card to the merchant. */
  isGiven: boolean
}

/**
 * Builds the order of a payment token (docs/gateway.md#checkouts).
 * - A card given to the merchant needs a contract to get a token; `card_on_file` as the default is inferred.
 * - `vendor` links the transaction to its token (docs/gateway.md#delivery). card_on_file says why a stored card is
 * charged, and is sent only for one.
 * - The return address depends on the outcome and is read from the settings; the default is the shop's own address.
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

/** A customer field on the page, with the merchant's value. */
export type ShownField = { name: CustomerFieldName; value: string; isReadOnly: boolean }

type Request = Pick<StoredCheckout, 'settings' | 'customer'>

/**
 * Returns the customer fields on the page, in the merchant's order (docs/gateway.md#settings): visible ones, and
 * read-only ones that have a value (inferred, because a disabled field is visible).
 */
export function shownFields({ settings, customer }: Request): ShownField[] {
  const { visible = [], read_only: readOnly = [] } = settings.customer_fields ?? {}
  const names = new Set([...visible, ...readOnly.filter((name) => customer?.[name])])
  return [...names].map((name) => ({
    name,
    value: customer?.[name] ?? '',
    isReadOnly: readOnly.includes(name),
  }))
}

export const editableFields = (request: Request): CustomerFieldName[] =>
  shownFields(request).flatMap(({ name, isReadOnly }) => (isReadOnly ? [] : [name]))

/**
 * Returns customer and address of a transaction: the payer's values for editable fields, the merchant's for all others.
 * A field sent empty stays empty, regardless of the merchant's value.
 */
function payerOf(
  request: Request,
  form: CheckoutFormOutput,
  sent: Record<string, unknown>,
): { payer: Payer | null; billingAddress: BillingAddress | null } {
  const typed = editableFields(request).filter((name) => Object.hasOwn(sent, name))
  const { email, birth_date, taxpayer_id, external_id, ...address } = withoutEmpty({
    ...request.customer,
    ...Object.fromEntries(typed.map((name) => [name, form[name]])),
  })
  return {
    payer: ifAny(withoutEmpty({ email, birth_date, taxpayer_id, external_id })),
    billingAddress: ifAny(withoutEmpty(address)),
  }
}

type Texts = NonNullable<StoredCheckout['customer']>

const withoutEmpty = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined && text !== ''))

const ifAny = <Fields extends object>(fields: Fields) => (Object.keys(fields).length > 0 ? fields : null)
