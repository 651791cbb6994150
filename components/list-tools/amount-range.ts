/** Amounts in minor units, both included; null where it is open. */
export interface AmountRange {
  from: number | null
  to: number | null
}

/** As one value, for a menu; null where nothing is narrowed. */
export const amountRangeId = ({ from, to }: AmountRange): string | null =>
  from === null && to === null ? null : `${from ?? ''}..${to ?? ''}`
