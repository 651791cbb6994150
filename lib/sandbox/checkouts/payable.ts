import 'server-only'
import type { CheckoutRow } from '../tables/checkouts'

export type CheckoutState = 'payable' | 'finished' | 'expired'

/** Whether a token takes a payment at `now`. One that was paid or used up before it expired is finished. */
export function checkoutStateOf(
  { finished, expired, expiresAt }: Pick<CheckoutRow, 'finished' | 'expired' | 'expiresAt'>,
  now = new Date(),
): CheckoutState {
  if (expired) return 'expired'
  if (finished) return 'finished'
  return expiresAt <= now ? 'expired' : 'payable'
}
