import 'server-only'
import { getTranslator } from '../../../core/i18n/server'
import type { ImportOrder } from '../../import'
import type { Batch, Plan } from './kind'
import { invalidPlan } from './reasons'

/** No amount is longer, with its separators, sign and currency. */
const longestAmount = 40

/** Whether a cell looks like an amount with decimals, as in 12.50, “1,234.5 EUR” or €12,50. */
export const hasDecimals = (cell: string): boolean =>
  cell.length <= longestAmount && /\d[.,]\d{1,3}\D*$/.test(cell)

/** Returns the first row of each column that has decimals, now that this row is read as well. */
export function withDecimals(
  known: readonly (number | null)[],
  { position, cells }: { position: number; cells: readonly string[] },
): (number | null)[] {
  const length = Math.max(known.length, cells.length)
  return Array.from({ length }, (_, at) => known[at] ?? (hasDecimals(cells[at] ?? '') ? position : null))
}

/**
 * Refuses to set an amount in minor units if another row of its column has decimals: the file is probably in major
 * units, and 10 beside 12.50 is rarely 0.10. A column with the price in major units decides.
 */
export function withCertainAmount(
  plan: Plan,
  { order, columns }: { order: Pick<ImportOrder, 'decimal_rows'>; columns: Batch['columns'] },
): Plan {
  const at = columns.indexOf('amount')
  const row = columns.includes('price') ? null : order.decimal_rows?.[at]
  const isSet = plan.before === null || Object.hasOwn(plan.change, 'amount')
  if (row == null || plan.state !== 'planned' || !isSet) return plan
  const reason = getTranslator('jobReasons')('amount_beside_decimals', { row })
  return { ...plan, ...invalidPlan({ amount: [reason] }, plan.subject) }
}
