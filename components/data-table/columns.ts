import type { ReactNode } from 'react'

/** A column of a table. Sorting, paging and filtering are the server's, so this is all that a table needs to know. */
export interface Column<Row> {
  id: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  /** Numbers stand at the end, in figures of equal width. */
  align?: 'start' | 'end'
  /** The cell that names the row: its content becomes the link that opens it. */
  isPrimary?: boolean
  /** Rows can be sorted by it, at first in this direction. */
  firstSort?: 'asc' | 'desc'
  /** Classes of the column's cells, such as a width. */
  className?: string
  /** The last column, which stays in sight while the others scroll under it. */
  isPinned?: boolean
  /** Height and width of the placeholder while loading, by class. */
  skeleton?: string
}
