/**
 * What a checkout says to no effect, or perhaps unmeant. The gateway takes it all the same, so these are cautions and
 * no errors.
 */
import type { CheckoutRequest } from './checkout'

export type CheckoutCaution = {
  code:
    | 'ignored_with_return_url'
    | 'ignored_with_types'
    | 'no_effect_without_token'
    | 'ignored_for_customer'
    | 'test_in_live_shop'
  /** Dotted path from the checkout to the field it is about. */
  field: string
}

/**
 * Fields of a checkout that will be ignored (docs/gateway.md#settings):
 * success_url and decline_url beside return_url, excluded_types beside types, auto_pay without a card token,
 * card_on_file.type where the customer is the initiator. And, of a live shop, a test, which takes no money.
 */
export function checkoutCautions(
  { settings, payment_method: method, order, test }: CheckoutRequest['checkout'],
  { isLive = false } = {},
): CheckoutCaution[] {
  const cautions: CheckoutCaution[] = []
  for (const name of ['success_url', 'decline_url'] as const)
    if (settings?.return_url !== undefined && settings[name] !== undefined)
      cautions.push({ code: 'ignored_with_return_url', field: `settings.${name}` })
  if (method?.types !== undefined && method.excluded_types !== undefined)
    cautions.push({ code: 'ignored_with_types', field: 'payment_method.excluded_types' })
  if (settings?.auto_pay === true && method?.credit_card?.token === undefined)
    cautions.push({ code: 'no_effect_without_token', field: 'settings.auto_pay' })
  const onFile = order.additional_data?.card_on_file
  if (onFile?.initiator === 'customer' && onFile.type !== undefined)
    cautions.push({ code: 'ignored_for_customer', field: 'order.additional_data.card_on_file.type' })
  if (isLive && test === true) cautions.push({ code: 'test_in_live_shop', field: 'test' })
  return cautions
}
