/** Products from and to CSV files. */
import { productFields } from '../gateway/product'

const fieldNames = Object.keys(productFields) as (keyof typeof productFields)[]

/**
 * What a column of a file may be read as: a field of a product, its ID (then the product is changed, else one is
 * made), or `price`: the amount in major units, such as 65.00, of the row's currency.
 */
export const productTargets = ['id', 'price', ...fieldNames] as const
export type ProductTarget = (typeof productTargets)[number]

/** What can be exported, in this order where nothing is chosen. */
export const exportColumns = [
  'id', 'name', 'description', 'currency', 'price', 'amount', 'quantity', 'infinite', 'expired_at', 'immortal',
  'test', 'language', 'transaction_type', 'visible_fields', 'return_url', 'shop_id', 'state', 'archived',
  'created_at', 'updated_at', 'pay_url', 'confirm_url',
] as const // prettier-ignore
export type ExportColumn = (typeof exportColumns)[number]

/** All but the amount, which `price` says already, so that a price that was edited is not contradicted. */
export const defaultExportColumns: readonly ExportColumn[] = exportColumns.filter(
  (column) => column !== 'amount',
)
