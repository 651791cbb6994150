import { productFields } from '../gateway/product'

const fieldNames = Object.keys(productFields) as (keyof typeof productFields)[]

/**
 * What a column of a file can mean: a product's field, its ID (a row without an ID creates a product), or `price`, in
 * major units of the row's currency, such as 65.00.
 */
export const productTargets = ['id', 'price', ...fieldNames] as const
export type ProductTarget = (typeof productTargets)[number]

export const exportColumns = [
  'id', 'name', 'description', 'currency', 'price', 'amount', 'quantity', 'infinite', 'expired_at', 'immortal',
  'test', 'language', 'transaction_type', 'visible_fields', 'return_url', 'shop_id', 'state', 'archived',
  'created_at', 'updated_at', 'pay_url', 'confirm_url',
] as const // prettier-ignore
export type ExportColumn = (typeof exportColumns)[number]

/** All but `amount`: someone who edits `price` in the file would otherwise contradict it. */
export const defaultExportColumns: readonly ExportColumn[] = exportColumns.filter(
  (column) => column !== 'amount',
)
