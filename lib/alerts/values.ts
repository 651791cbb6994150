import type { AlertDetail } from './schema'

interface ValuesOptions {
  scope: 'shop' | 'installation'
  /** Formats an amount. Null if the amount or its currency is unknown. */
  amountText: (money: { amount: number | null; currency: string | null }) => string | null
  /** Formatted time of the last event. Empty or absent: the message does not mention it. */
  last?: string
}

/** Returns the values for the placeholders in an alert's messages, for pages, mail and chat. */
export function alertValues(detail: AlertDetail, { scope, amountText, last = '' }: ValuesOptions) {
  const { daytime } = detail
  const amount = amountText({ amount: detail.amount ?? null, currency: detail.currency ?? null })
  return {
    tries: detail.tries ?? 0,
    minutes: detail.minutes ?? 0,
    hours: detail.hours ?? 0,
    isDaytime: daytime ? 'yes' : 'no',
    daytime: daytime ? `${daytime.from}:00` : '',
    daytimeEnd: daytime ? `${daytime.to}:00` : '',
    zone: daytime?.zone ?? '',
    count: detail.count ?? 0,
    scope,
    endpoint: detail.endpoint ?? '',
    last,
    hasLast: last ? 'yes' : 'no',
    amount: amount ?? '',
    hasAmount: amount === null ? 'no' : 'yes',
    difference: detail.difference ?? 'other',
    asked: amountText({ amount: detail.asked_amount ?? null, currency: detail.asked_currency ?? null }) ?? '',
  }
}
