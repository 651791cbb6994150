import { createColumnHelper, metaHelper, rowSortingFeature, tableFeatures } from '@tanstack/react-table'

export interface ColumnMeta {
  /** Numbers stand at the end, in figures of equal width. */
  align?: 'start' | 'end'
  /** The cell that names the row: its content becomes the link that opens it. */
  isPrimary?: boolean
  /** Classes of the column's cells, such as a width. */
  className?: string
  /** Height and width of the placeholder while loading, by class. */
  skeleton?: string
}

/** Later issues add their features (selection, visibility) here, for all tables at once. */
export const features = tableFeatures({ rowSortingFeature, columnMeta: metaHelper<ColumnMeta>() })
export type Features = typeof features

/** `const column = columnHelper<ProductItem>()`, then `column.columns([column.accessor('name', …)])`. */
export function columnHelper<Row extends object>() {
  return createColumnHelper<Features, Row>()
}
