/** Documented values (docs/gateway.md#values). Gateways may send others, which are shown and can be filtered too. */

export const knownStatuses = [
  'successful',
  'failed',
  'incomplete',
  'pending',
  'processing',
  'completed',
  'expired',
  'error',
  'deleted',
  'unknown',
] as const

export const knownTypes = [
  'payment',
  'authorization',
  'capture',
  'void',
  'refund',
  'credit',
  'payout',
  'chargeback',
  'tokenization',
  'recipient_tokenization',
  'p2p',
  'checkup',
  'fraud_advice',
  'aft',
  'oct',
] as const

/** The longest value that the list can filter by (lib/notifications/client.ts). */
const longestChoice = 100

/** Returns the known values, then other chosen or received ones, without repeats. */
export function choicesOf(
  known: readonly string[],
  ...others: readonly (readonly (string | null)[] | undefined)[]
): string[] {
  const more = others
    .flatMap((some) => some ?? [])
    .filter((one) => one !== null)
    .filter((one) => one.length <= longestChoice)
  return [...new Set([...known, ...more.toSorted()])]
}
