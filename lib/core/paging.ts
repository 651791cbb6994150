/** Paging and sorting without the schemas, which the browser's lists do not need. */

export const pageSizes = { default: 50, max: 200 } as const

/** Totals are exact up to this many rows; beyond, they are estimates of two significant digits (`total_exact: false`). */
export const exactTotalLimit = 10_000

export type SortOf<Columns extends readonly string[]> = Columns[number] | `-${Columns[number]}`

/** What a list with these columns can be sorted by: each of them, and descending with a leading `-`. */
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

/** Best match first: what a list with search text is sorted by unless a column is chosen. */
export const relevance = 'relevance'

/** Sorted by relevance, a list ends after so many of the best; sorted by a column, it has all that match. */
export const rankedLimit = 1_000

export const notificationSortColumns = ['received_at'] as const

/** Of what is forwarded. */
export const messageSortColumns = ['created_at'] as const
