import 'server-only'
import { separators } from '../../../core/csv-export'
import type { ActorContext } from '../../../core/server/context'
import { csvText } from '../../../core/server/csv'
import { recordedExport } from '../../../core/server/lists/export-rows'
import { formatMajor, minorUnitExponent } from '../../../gateway/minor-units'
import type { ReconciliationItem } from '../../reconciliation'
import type { ReconciliationExport, ReconciliationExportColumn } from '../../reconciliation-export'
import { loadReconciliation } from './read'
import { listReconciliationRows } from './rows'

const batchRows = 1000

/**
 * Exports the rows that a filter finds as CSV, in the file's order, batch by batch.
 * @throws AppError `not_found`
 */
export async function exportReconciliationRows(
  context: ActorContext,
  id: string,
  { query, columns, separator, bom }: ReconciliationExport,
): Promise<AsyncGenerator<string, void>> {
  await loadReconciliation(context, id)
  const { decimalMark } = separators[separator]
  const rows = recordedExport(
    context,
    { action: 'reconciliation.exported', columns },
    rowsOf(context, id, query),
  )
  return csvText(rows, {
    header: columns,
    cells: (row) => {
      const values = valuesOf(context, row, decimalMark)
      return columns.map((name) => values[name] ?? '')
    },
    separator,
    bom,
  })
}

async function* rowsOf(
  context: ActorContext,
  id: string,
  query: ReconciliationExport['query'],
): AsyncGenerator<ReconciliationItem[], void> {
  for (let cursor: string | undefined; ;) {
    const page = await listReconciliationRows(context, id, { ...query, cursor, limit: batchRows })
    yield page.items
    if (page.next_cursor === null) return
    cursor = page.next_cursor
  }
}

function valuesOf(
  { shop }: ActorContext,
  { there, here, ...row }: ReconciliationItem,
  decimalMark: string,
): Record<ReconciliationExportColumn, string | null> {
  const text = (value: number | boolean | null | undefined) => (value == null ? null : String(value))
  const major = (minor: number | null | undefined, currency: string | null | undefined) =>
    minor == null || currency == null
      ? null
      : formatMajor(minor, minorUnitExponent(currency, shop.minorUnits)).replace('.', decimalMark)
  return {
    row: text(row.position),
    result: row.result,
    uid: there?.uid ?? null,
    tracking_id: there?.tracking_id ?? null,
    type: there?.type ?? null,
    status: there?.status ?? null,
    price: major(there?.amount, there?.currency),
    currency: there?.currency ?? null,
    fee: major(there?.fee, there?.currency),
    amount: text(there?.amount),
    amount_text: there?.amount_text ?? null,
    at: there?.at ?? null,
    day: there?.day ?? null,
    test: text(there?.test),
    here_uid: here?.uid ?? null,
    here_tracking_id: here?.tracking_id ?? null,
    here_type: here?.type ?? null,
    here_status: here?.status ?? null,
    here_price: major(here?.amount, here?.currency),
    here_currency: here?.currency ?? null,
    here_amount: text(here?.amount),
    here_at: here?.at ?? null,
    here_test: text(here?.test),
    authenticity: here?.authenticity ?? null,
    matched_by: row.matched_by,
    differences: row.differences.join(' '),
    problems: row.problems.join(' '),
    recorded: text(row.recorded),
    payment_uid: row.payment_uid,
  }
}
