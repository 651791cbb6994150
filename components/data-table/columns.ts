import type { ReactNode } from 'react'

/** A table column. The server sorts, pages and filters. */
export interface Column<Row> {
  id: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  /** Use `end` for numbers, which also get figures of equal width. */
  align?: 'start' | 'end'
  /** Names the row: its content becomes the link that opens it. */
  isPrimary?: boolean
  /** Makes the column sortable, in this direction first. */
  firstSort?: 'asc' | 'desc'
  className?: string
  /** Keeps the last column visible while the others scroll under it. */
  isPinned?: boolean
  skeleton?: string
}
