import 'server-only'
import type { ProductDetail } from '../schema'
import type { ExportColumn } from '../import'
import { formatMajor, minorUnitExponent, type MinorUnitOverrides } from '../../gateway/minor-units'
import { toZoned } from '../../core/server/zoned'

/** A value of a product as a cell of a file; what is not known is an empty one. `decimalMark`: of a price. */
export function productCell(
  product: ProductDetail,
  column: Exclude<ExportColumn, 'state'>,
  { minorUnits, decimalMark = '.' }: { minorUnits: MinorUnitOverrides; decimalMark?: '.' | ',' },
): string {
  if (column === 'price') {
    const { amount, currency } = product
    // In which unit an amount of no currency is, nobody can say.
    return amount === null || currency === null
      ? ''
      : formatMajor(amount, minorUnitExponent(currency, minorUnits)).replace('.', decimalMark)
  }
  if (column === 'expired_at')
    return product.expired_at ? (toZoned(product.expired_at) ?? product.expired_at) : ''
  const value = product[column]
  if (Array.isArray(value)) return value.join(' ')
  return value === null ? '' : String(value)
}
