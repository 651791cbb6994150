import 'server-only'
import type { StoredCheckout } from './request'

/** Of the names that other parts of the gateway family have for a brand, the one used here (inferred). */
const aliases: Readonly<Record<string, string>> = {
  mastercard: 'master',
  american_express: 'amex',
  diners_club: 'dinersclub',
  diners: 'dinersclub',
  union_pay: 'unionpay',
}

const plain = (name: string) => name.toLowerCase()

/**
 * What a token can be paid with (docs/gateway.md#payment-method). Enabled in the sandbox are bank cards alone; other
 * methods are named where `types` asks for them, wallets only as long as `excluded_brands` lets them. That an empty
 * `types` asks for nothing, as clients in PHP write it, is inferred.
 */
export function paymentMethodsOf({ payment_method: method }: Pick<StoredCheckout, 'payment_method'>) {
  const excludedBrands = (method.excluded_brands ?? []).map((name) => aliases[plain(name)] ?? plain(name))
  // With `types`, excluded_types is ignored.
  const named = method.types?.map((type) => (typeof type === 'string' ? type : (Object.keys(type)[0] ?? '')))
  const types = named?.length ? named : undefined
  const takesCards = types
    ? types.includes('credit_card')
    : !(method.excluded_types ?? []).includes('credit_card')
  const others = (types ?? []).filter(
    (type) => type !== 'credit_card' && !excludedBrands.includes(plain(type)),
  )
  return { takesCards, excludedBrands, others: [...new Set(others)] }
}
