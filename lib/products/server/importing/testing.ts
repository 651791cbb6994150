import 'server-only'
import { decimalMarkIn } from '../../../core/format/typed-money'
import type { ProductTarget } from '../../import'
import type { ProductDetail } from '../../schema'
import { planRow, type RowContext } from './import-row'

/** For tests: a product that the mirror has. */
export const known = {
  id: 'prd_01', name: 'Paper', description: 'Laid', currency: 'EUR', amount: 6500, quantity: 4, infinite: false,
  test: false, immortal: false, expired_at: '2030-01-01T12:00:00+05:30', language: 'en', transaction_type: 'payment',
  visible_fields: ['email'], return_url: null, shop_id: null, archived: false,
  sources: { visible_fields: 'gateway', immortal: 'gateway', expired_at: 'gateway', return_url: 'submitted', shop_id: 'submitted' },
} as unknown as ProductDetail // prettier-ignore

/** For tests: the cells of a new product. */
export const good: Partial<Record<ProductTarget, string>> = {
  name: 'Ink',
  description: 'Black',
  currency: 'EUR',
  price: '12.50',
  quantity: '3',
  expired_at: '2030-01-01T00:00:00Z',
}

/** For tests: plans a row from a file that has exactly these columns, and whose row 7 has the ID `prd_twice`. */
export function plan(
  cells: Partial<Record<ProductTarget, string>>,
  product = known,
  defaults: RowContext['defaults'] = {},
) {
  const context: RowContext = {
    columns: Object.keys(cells) as ProductTarget[],
    minorUnits: {},
    decimal: decimalMarkIn(cells.price ?? ''),
    defaults,
    product: (id) => (id === product.id ? product : undefined),
    earlier: (id) => (id === 'prd_twice' ? 7 : undefined),
  }
  return planRow(Object.values(cells), context)
}
