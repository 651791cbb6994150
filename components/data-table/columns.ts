import { createColumnHelper, metaHelper, tableFeatures } from '@tanstack/react-table'

export interface ColumnMeta {
  /** Numbers stand at the end, in figures of equal width. */
  align?: 'start' | 'end'
  /** The cell that names the row: its content becomes the link that opens it. */
  isPrimary?: boolean
  /** Rows can be sorted by it (which is the server's work), at first in this direction. */
  firstSort?: 'asc' | 'desc'
  /** Classes of the column's cells, such as a width. */
  className?: string
  /** Height and width of the placeholder while loading, by class. */
  skeleton?: string
}

/** The table's own features stay out: sorting, paging and filtering are the server's. */
export const features = tableFeatures({ columnMeta: metaHelper<ColumnMeta>() })
export type Features = typeof features

/** `const column = columnHelper<ProductItem>()`, then `column.columns([column.accessor('name', …)])`. */
export function columnHelper<Row extends object>() {
  return createColumnHelper<Features, Row>()
}
