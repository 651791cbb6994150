import 'server-only'
import { decimalMarkIn, type DecimalMark } from '../../../core/format/typed-money'
import { getTranslator } from '../../../core/i18n/server'
import { separators } from '../../../core/lists/csv-export'
import { type FoundMark, type ImportOrder, reportColumns } from '../../import'
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
 * Returns the decimal mark that each column shows, now that this row is read as well. `exported`: the mark of our own
 * exports, if the file is one. It makes 197.500 certain, as an export groups no thousands.
 */
export const withMarks = (
  known: readonly FoundMark[],
  cells: readonly string[],
  exported: DecimalMark | null,
): FoundMark[] =>
  Array.from({ length: Math.max(known.length, cells.length) }, (_, at) => {
    const before = known[at] ?? null
    const mark = before === 'both' ? null : markOf(cells[at] ?? '', exported)
    return before === null || mark === null || mark === before ? (mark ?? before) : 'both'
  })

function markOf(cell: string, exported: DecimalMark | null): DecimalMark | null {
  if (cell.length > longestAmount) return null
  const isExported = exported !== null && /^\d+[.,]\d+$/.test(cell) && cell.includes(exported)
  return isExported ? exported : decimalMarkIn(cell)
}

/** Returns the decimal mark of our own exports with this delimiter; null if the header is not that of one. */
export function exportedMark(
  header: readonly string[],
  { delimiter, exported }: { delimiter: string; exported: readonly string[] },
): DecimalMark | null {
  const isOurs =
    header.includes('id') && header.every((name) => [...exported, ...reportColumns].includes(name))
  const own = Object.values(separators).find((one) => one.delimiter === delimiter)
  return isOurs && own ? own.decimalMark : null
}

/**
 * Returns the decimal mark of the file's prices; null if none shows it, if they contradict each other, or if the file
 * was read by an earlier version.
 */
export function decimalMarkOf({
  order,
  columns,
}: Pick<Batch, 'columns'> & { order: Pick<ImportOrder, 'decimal_marks'> }): DecimalMark | null {
  const mark = order.decimal_marks?.[columns.indexOf('price')] ?? null
  return mark === 'both' ? null : mark
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
