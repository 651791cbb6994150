import 'server-only'
import type { PaymentDifference } from '../state'

/** An amount in minor units, as far as it is known. */
export type Said = { amount: number | null; currency: string | null }
export type Price = { amount: number; currency: string }

/** How a sum differs from the one that was asked for; null: it is the same. The one comparison of this application. */
export function differenceOf(
  asked: Price,
  { amount, currency }: Said,
): Extract<PaymentDifference, 'too_little' | 'too_much' | 'other_currency' | 'amount_unknown'> | null {
  if (amount === null || !currency) return 'amount_unknown'
  if (currency !== asked.currency) return 'other_currency'
  if (amount === asked.amount) return null
  return amount < asked.amount ? 'too_little' : 'too_much'
}
