import type { Route } from 'next'
import type { CheckoutDetail } from '@/lib/checkouts/schema'
import { formatMajor, minorUnitExponent, type MinorUnitOverrides } from '@/lib/gateway/minor-units'
import { searchOf } from '@/lib/core/client/search-params'

type Known = Pick<
  CheckoutDetail,
  'amount' | 'currency' | 'description' | 'tracking_id' | 'customer_id' | 'email' | 'masked' | 'card'
>

/** The form for a new checkout with what is known of one that is not there any more (new/prefill.ts). */
export function againHref(shop: string, checkout: Known, overrides: MinorUnitOverrides): Route {
  const { amount, currency, description, tracking_id, customer_id: customer, email, masked, card } = checkout
  const search = searchOf({
    amount: formatMajor(amount, minorUnitExponent(currency, overrides)),
    currency,
    description,
    tracking_id,
    customer,
    // The customer's own is filled in with them.
    email: customer !== null || masked ? null : email,
    card_token: card?.id,
  })
  return `/shops/${shop}/checkouts/new${search}` as Route
}
