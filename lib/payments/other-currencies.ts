import type { Payment } from './schema'

/** What transactions of a payment brought, or took back, in another currency than its own. */
export type OtherAmount = { as: 'paid' | 'refunded' | 'charged_back'; currency: string; amount: number }

/** One for each kind and currency. A number holds each, as more is not counted (`not_counted`). */
export function otherAmountsOf({ currency, steps }: Pick<Payment, 'currency' | 'steps'>): OtherAmount[] {
  const found = new Map<string, OtherAmount>()
  for (const step of steps) {
    const { counted_as: as, currency: other, amount } = step
    if (as === null || as === 'failed' || other === null || other === currency) continue
    const key = `${as} ${other}`
    found.set(key, { as, currency: other, amount: (found.get(key)?.amount ?? 0) + (amount ?? 0) })
  }
  return [...found.values()]
}
