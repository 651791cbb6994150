import type { CheckoutRequest } from './checkout'

export type CheckoutCaution = {
  code:
    | 'ignored_with_return_url'
    | 'ignored_with_types'
    | 'no_effect_without_token'
    | 'ignored_for_customer'
    | 'test_in_live_shop'
  field: string
}

/**
 * Returns warnings about fields that the gateway accepts but ignores (docs/gateway.md#settings): success_url and
 * decline_url with return_url, excluded_types with types, auto_pay without a card token, card_on_file.type if the
 * customer is the initiator. In a live shop it also warns of a test, which takes no money.
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
