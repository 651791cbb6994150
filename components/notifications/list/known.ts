/** What gateways of this family are documented to say (docs/gateway.md#values). Others come, and are shown and filtered too. */

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

/** A list is not narrowed to what is longer (lib/notifications/client.ts). */
const longestChoice = 100

/** Those that are known, then what else was chosen or has come, each once. */
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
