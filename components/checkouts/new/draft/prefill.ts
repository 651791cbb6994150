/** Reads initial values from the URL: `?amount=12.50&currency=EUR&description=…`. Never submits the form. */
import { moneyOfAmount, moneyValue, typedText } from '@/components/form/fields/money-text'
import { readValue } from '@/components/form/kinds'
import { transactionTypes } from '@/lib/checkouts/fields'
import { minorUnitExponent, type MinorUnitOverrides } from '@/lib/gateway/values/minor-units'
import { isCurrency } from '@/lib/gateway/values/currencies'
import type { CheckoutValues } from '../values'

/** The URL parameters. The records that they name are looked up before the form appears. */
export interface Prefill {
  amount?: string
  currency?: string
  description?: string
  tracking_id?: string
  transaction_type?: string
  /** ISO 8601 with offset. */
  expired_at?: string
  email?: string
  /** The ID of one of the shop's customers. */
  customer?: string
  /** Our ID of a card token. */
  card_token?: string
  template?: string
  /** Our ID of the checkout to copy. */
  from?: string
}

const names = [
  'amount',
  'currency',
  'description',
  'tracking_id',
  'transaction_type',
  'expired_at',
  'email',
  'customer',
  'card_token',
  'template',
  'from',
] as const satisfies readonly (keyof Prefill)[]

/** Reads the known parameters. Takes the first value if a parameter repeats, and skips empty ones. */
export function prefillOf(params: Readonly<Record<string, string | string[] | undefined>>): Prefill {
  const given = names.map((name) => [name, [params[name]].flat()[0]?.trim()] as const)
  return Object.fromEntries(given.filter(([, value]) => value))
}

/** Returns whether the URL names a currency that does not exist. */
export const namesUnknownCurrency = ({ currency }: Prefill): boolean =>
  currency !== undefined && !isCurrency(currency.toUpperCase())

/**
 * Fills in the order from the URL. The amount is in major units with a decimal point. An invalid amount stays in the
 * field to be corrected. If the URL names an unknown currency, the amount is dropped: 12.50 in another currency would be
 * a different amount.
 */
export function prefilled(
  values: CheckoutValues,
  prefill: Prefill,
  overrides: MinorUnitOverrides,
): CheckoutValues {
  const { description, tracking_id: trackingId, expired_at: expiry, email, card_token: card } = prefill
  const next = structuredClone(values)
  const { order, customer } = next.checkout
  if (namesUnknownCurrency(prefill)) order.amount = undefined
  else fillMoney(order, prefill, overrides)
  if (description) order.description = description
  if (trackingId) order.tracking_id = trackingId
  if (expiry && readValue({ kind: 'moment' }, expiry)) order.expired_at = expiry
  next.checkout.transaction_type =
    transactionTypes.find((type) => type === prefill.transaction_type) ?? next.checkout.transaction_type
  if (email) customer.email = email
  if (card) next.card_token_id = card
  return next
}

function fillMoney(
  order: CheckoutValues['checkout']['order'],
  { amount, currency }: Prefill,
  overrides: MinorUnitOverrides,
): void {
  const exponentOf = (code: string) => minorUnitExponent(code, overrides)
  const code = currency?.toUpperCase() ?? order.currency
  const unit = { currency: code, exponent: exponentOf(code) }
  if (amount) {
    // In a URL, a point is the decimal mark. The added zero keeps `1.234` from being read as thousands.
    const typed = /^\d+\.\d{3}$/.test(amount) ? `0${amount}` : amount
    order.amount = moneyValue(typedText(typed), unit)
  } else if (typeof order.amount === 'number') {
    // The amount of a template or a copied checkout: 12.50 stays 12.50, as when a person chooses another currency.
    order.amount = moneyValue(moneyOfAmount(order.amount, exponentOf(order.currency)), unit)
  }
  order.currency = code
}
