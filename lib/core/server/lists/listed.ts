import type { Total } from './total'

export type Listed<Row> = {
  rows: Row[]
  next_cursor: string | null
  prev_cursor: string | null
  /** No row matches the search; these are similar. */
  alike: boolean
  /** Number of ranked rows at which the list ends; null if it has all. */
  best: number | null
} & Total
