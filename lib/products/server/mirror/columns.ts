/** The columns that hold fields of a product, by the rows of lib/products/fields.ts. */
import 'server-only'
import { instantOf } from '../../../core/server/mirror/mirror'
import type { ProductReply, ProductUpdate } from '../../../gateway/products/product'
import { columnOf, mirroredFields, productFieldRows, type ColumnOf, type MirroredField } from '../../fields'
import type { ProductRow } from '../tables'

type FieldColumn = ColumnOf<MirroredField>

/** One value for each of these columns. */
export const byColumn = <Value>(valueOf: (field: MirroredField) => Value) =>
  Object.fromEntries(mirroredFields.map((field) => [columnOf(field), valueOf(field)])) as Record<
    FieldColumn,
    Value
  >

/** The values of a product as its columns hold them. A field that is not given stays undefined. */
export function columnValues(given: ProductReply | ProductUpdate) {
  const values = byColumn((field) => {
    const value = given[field]
    const isInstant = productFieldRows[field].kind === 'moment' && typeof value === 'string'
    return isInstant ? instantOf(value) : value
  }) as { [Column in FieldColumn]: ProductRow[Column] | undefined }
  return given.immortal === true ? { ...values, expiredAt: null } : values
}
