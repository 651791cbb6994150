import 'server-only'
import type { CheckoutRow } from '../tables/checkouts'

export type CheckoutState = 'payable' | 'finished' | 'expired'

/** Returns whether a token takes a payment at `now`. A token paid or used up before it expired counts as finished. */
export function checkoutStateOf(
  { finished, expired, expiresAt }: Pick<CheckoutRow, 'finished' | 'expired' | 'expiresAt'>,
  now = new Date(),
): CheckoutState {
  if (expired) return 'expired'
  if (finished) return 'finished'
  return expiresAt <= now ? 'expired' : 'payable'
}
