import type { ProductField } from '../gateway/products/product'
import { productFieldNames } from './fields'

/** The fields, with `price` before `amount`: the amount in major units of the row's currency, such as 65.00. */
const fieldColumns = productFieldNames.flatMap((field): (ProductField | 'price')[] =>
  field === 'amount' ? ['price', 'amount'] : [field],
)

/** The possible meanings of a file's column. A row without an ID creates a product. */
export const productTargets = ['id', ...fieldColumns] as const
export type ProductTarget = (typeof productTargets)[number]

const ownColumns = ['state', 'archived', 'created_at', 'updated_at', 'pay_url', 'confirm_url'] as const

export const exportColumns = [...productTargets, ...ownColumns] as const
export type ExportColumn = (typeof exportColumns)[number]

/** All but `amount`: someone who edits `price` in the file would otherwise contradict it. */
export const defaultExportColumns: readonly ExportColumn[] = exportColumns.filter(
  (column) => column !== 'amount',
)
