/** A form filled from its address: `?amount=12.50&currency=EUR&description=…`. Nothing in it is ever sent by itself. */
import { moneyValue, typedText } from '@/components/form/money-text'
import { minorUnitExponent, type MinorUnitOverrides } from '@/lib/gateway/minor-units'
import { currencyCodes } from '@/lib/gateway/currencies'
import type { CheckoutValues } from './values'

/** What of the address the form begins with; the rest is looked up first. */
export interface Prefill {
  amount?: string
  currency?: string
  description?: string
  tracking_id?: string
  email?: string
  /** One of the shop's customers. */
  customer?: string
  /** A card token, by its ID here. */
  card_token?: string
  /** A template, by its ID. */
  template?: string
  /** A checkout, by its ID here, that the new one is made like. */
  from?: string
}

const names = [
  'amount',
  'currency',
  'description',
  'tracking_id',
  'email',
  'customer',
  'card_token',
  'template',
  'from',
] as const satisfies readonly (keyof Prefill)[]

/** What a link may say; of a name that is there twice the first. */
export function prefillOf(params: Readonly<Record<string, string | string[] | undefined>>): Prefill {
  const said = names.map((name) => [name, [params[name]].flat()[0]?.trim()] as const)
  return Object.fromEntries(said.filter(([, value]) => value))
}

/**
 * Fills in what the address says of the order. An amount is in major units, with a point before the decimals; one
 * that is none stands there to be put right.
 */
export function prefilled(
  values: CheckoutValues,
  { amount, currency, description, tracking_id: trackingId, email, card_token: card }: Prefill,
  overrides: MinorUnitOverrides,
): CheckoutValues {
  const next = structuredClone(values)
  const { order, customer } = next.checkout
  const code = currency?.toUpperCase()
  if (code && currencyCodes.includes(code)) order.currency = code
  if (amount) {
    const unit = { currency: order.currency, exponent: minorUnitExponent(order.currency, overrides) }
    // In an address a point marks decimals. After a zero it cannot be taken for a mark of thousands.
    const typed = /^\d+\.\d{3}$/.test(amount) ? `0${amount}` : amount
    order.amount = moneyValue(typedText(typed), unit)
  }
  if (description) order.description = description
  if (trackingId) order.tracking_id = trackingId
  if (email) customer.email = email
  if (card) next.card_token_id = card
  return next
}
