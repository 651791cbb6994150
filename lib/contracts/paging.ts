/** Paging and sorting without the schemas, which the browser's lists do not need. */

export const pageSizes = { default: 50, max: 200 } as const

/** Totals are exact up to this many rows, and the limit itself (with `total_exact: false`) beyond. */
export const exactTotalLimit = 10_000

export type SortOf<Columns extends readonly string[]> = Columns[number] | `-${Columns[number]}`

/** What a list with these columns can be sorted by: each of them, and descending with a leading `-`. */
export const sortsOf = <const Columns extends readonly string[]>(columns: Columns): SortOf<Columns>[] =>
  columns.flatMap((column: Columns[number]): SortOf<Columns>[] => [column, `-${column}`])

export const productSortColumns = [
  'name',
  'amount',
  'quantity',
  'expired_at',
  'created_at',
  'updated_at',
] as const
export const notificationSortColumns = ['received_at'] as const
