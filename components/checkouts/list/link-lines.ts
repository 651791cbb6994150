import type { CheckoutItem } from '@/lib/checkouts/schema'
import { checkoutLink } from '@/lib/checkouts/link'
import type { LinkView } from '@/lib/products/link-state'

type Linked = Pick<CheckoutItem, 'redirect_url' | 'description' | 'state' | 'attempts_left' | 'expires_at'>

interface Wanted extends LinkView {
  /** The description and a tab before each, as spreadsheets take it. */
  hasDescriptions: boolean
}

/** The links of checkouts that can be paid, one a line, and how many have been left out. */
export function linkLines(rows: readonly Linked[], { hasDescriptions, ...view }: Wanted) {
  const taken = rows.filter((row) => checkoutLink(row, view).fault === null)
  const lines = taken.map(({ redirect_url: url, description }) =>
    // A description with a tab or a line break in it would be two cells, or two rows.
    hasDescriptions ? `${description.replaceAll(/\s+/g, ' ').trim()}\t${url}` : url,
  )
  return { text: lines.join('\n'), taken: taken.length, left: rows.length - taken.length }
}
