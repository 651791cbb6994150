/** Paging and sorting without the schemas, which the browser's lists do not need. */

export const pageSizes = { default: 50, max: 200 } as const

/** Totals are exact up to this many rows, then estimates of two significant digits (`total_exact: false`). */
export const exactTotalLimit = 10_000

export type SortOf<Columns extends readonly string[]> = Columns[number] | `-${Columns[number]}`

export const sortsOf = <const Columns extends readonly string[]>(columns: Columns): SortOf<Columns>[] =>
  columns.flatMap((column: Columns[number]): SortOf<Columns>[] => [column, `-${column}`])

export const productSortColumns = [
  'id',
  'name',
  'currency',
  'amount',
  'quantity',
  'expired_at',
  'state',
  'transaction_type',
  'created_at',
  'updated_at',
] as const

export const customerSortColumns = ['name', 'email', 'country', 'created_at'] as const

export const checkoutSortColumns = ['created_at', 'amount', 'expires_at'] as const

export const cardTokenSortColumns = ['created_at', 'holder', 'expiry'] as const

/** Best match first: the default sort of a search. */
export const relevance = 'relevance'

/** A list sorted by relevance ends after this many rows. Sorted by a column, it has all matches. */
export const rankedLimit = 1_000

export const paymentSortColumns = ['at', 'amount'] as const

export const notificationSortColumns = ['received_at'] as const

export const messageSortColumns = ['created_at'] as const
