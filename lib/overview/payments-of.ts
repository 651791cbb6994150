import { dayIn } from '../core/format/dates'
import type { CountedChoice, UnknownChoice } from '../payments/state'
import type { Statistics } from './schema'

export type Days = Pick<Statistics, 'zone' | 'from' | 'until' | 'currency'>

/** The days of a period, both included. */
export const daysOf = ({ zone, from, until }: Days) => ({
  from: dayIn(new Date(from), zone),
  to: dayIn(new Date(Date.parse(until) - 1), zone),
})

/** The query of the list of payments that shows those of a figure. */
export function paymentsOf(days: Days, counted: CountedChoice) {
  const { from, to } = daysOf(days)
  return { counted, currency: days.currency, day_from: from, day_to: to, zone: days.zone }
}

/** Narrows that query to a part of the figure. Brands and countries are lists, so that a comma does not split one. */
export const ofPart = (name: UnknownChoice, value: string) =>
  value === '' ? { unknown: name } : { [name]: name === 'reason' ? value : [value] }
