import 'server-only'
import type { ActorContext } from '../../../core/server/context'
import { type MajorText, majorTextFor } from '../../../core/server/files/csv'
import { everyPage, recordedCsv } from '../../../core/server/lists/export-rows'
import type { ReconciliationRowItem } from '../../reconciliation/reconciliation'
import type { ReconciliationExport, ReconciliationExportColumn } from '../../reconciliation/export'
import { loadReconciliation, minorUnitsOf } from './read'
import { listReconciliationRows } from './rows'

const batchRows = 1000

/**
 * Exports the rows that a filter finds as CSV, in the file's order, batch by batch.
 * @throws AppError `not_found`
 */
export async function exportReconciliationRows(
  context: ActorContext,
  id: string,
  { query, ...format }: ReconciliationExport,
): Promise<AsyncGenerator<string, void>> {
  const run = await loadReconciliation(context, id)
  const minorUnits = await minorUnitsOf(context, run)
  const major = majorTextFor({ minorUnits }, format.separator)
  const rows = everyPage((cursor) =>
    listReconciliationRows(context, id, { ...query, cursor, limit: batchRows }),
  )
  return recordedCsv(context, { action: 'reconciliation.exported', ...format }, rows, (row) =>
    valuesOf(row, major),
  )
}

function valuesOf(
  { there, here, ...row }: ReconciliationRowItem,
  major: MajorText,
): Record<ReconciliationExportColumn, string | null> {
  const text = (value: number | boolean | null | undefined) => (value == null ? null : String(value))
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
