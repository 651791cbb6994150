/** Amounts in minor units, inclusive; null for an open end. */
export interface AmountRange {
  from: number | null
  to: number | null
}

/** Encodes the range as a menu value; null when both ends are open. */
export const amountRangeId = ({ from, to }: AmountRange): string | null =>
  from === null && to === null ? null : `${from ?? ''}..${to ?? ''}`
