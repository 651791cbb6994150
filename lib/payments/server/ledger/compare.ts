import 'server-only'
import type { PaymentDifference } from '../../state'

/** An amount in minor units. Null: unknown. */
type ReportedAmount = { amount: number | null; currency: string | null }
export type Price = { amount: number; currency: string }

/** Returns how a sum differs from the one asked for; null if it does not. All comparisons use this function. */
export function differenceOf(
  asked: Price,
  { amount, currency }: ReportedAmount,
): Extract<PaymentDifference, 'too_little' | 'too_much' | 'other_currency' | 'amount_unknown'> | null {
  if (amount === null || !currency) return 'amount_unknown'
  if (currency !== asked.currency) return 'other_currency'
  if (amount === asked.amount) return null
  return amount < asked.amount ? 'too_little' : 'too_much'
}
