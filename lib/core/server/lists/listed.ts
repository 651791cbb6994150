import type { Total } from './total'

/** A page of a list, and how many rows there are in all. */
export type Listed<Row> = {
  rows: Row[]
  next_cursor: string | null
  prev_cursor: string | null
  /** No row matches the search; these are similar. */
  alike: boolean
  /** Number of ranked rows at which the list ends; null if it has all. */
  best: number | null
} & Total
