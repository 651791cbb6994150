import type { CheckoutItem } from '@/lib/contracts/checkout'
import { isPayable } from '../state'

type Linked = Pick<
  CheckoutItem,
  'redirect_url' | 'description' | 'state' | 'rests_on' | 'attempts_left' | 'expires_at'
>

interface Wanted {
  /** The description and a tab before each, as spreadsheets take it. */
  hasDescriptions: boolean
  /** Also those that nobody can pay with any more. */
  isAll: boolean
  /** In ms. */
  now: number
}

/** The links of checkouts, one a line, and how many have been left out. */
export function linkLines(rows: readonly Linked[], { hasDescriptions, isAll, now }: Wanted) {
  const taken = rows.filter((row) => row.redirect_url !== null && (isAll || isPayable(row, now)))
  const lines = taken.map(({ redirect_url: url, description }) =>
    // A description with a tab or a line break in it would be two cells, or two rows.
    hasDescriptions ? `${description.replaceAll(/\s+/g, ' ').trim()}\t${url}` : url,
  )
  return { text: lines.join('\n'), taken: taken.length, left: rows.length - taken.length }
}
