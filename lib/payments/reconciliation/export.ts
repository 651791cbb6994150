/** The rows of a reconciliation as CSV: the query of the rows, and which columns. */
import type { z } from 'zod'
import { csvQuery } from '../../core/lists/csv-export'
import { reconciliationRowsFilter } from './reconciliation'

/** `price`, `fee` and `here_price` are in major units, `amount` and `here_amount` in minor units. */
export const reconciliationExportColumns = [
  'row', 'result', 'uid', 'tracking_id', 'type', 'status', 'price', 'currency', 'fee', 'amount', 'amount_text', 'at',
  'day', 'test', 'here_uid', 'here_tracking_id', 'here_type', 'here_status', 'here_price', 'here_currency',
  'here_amount', 'here_at', 'here_test', 'authenticity', 'matched_by', 'differences', 'problems', 'recorded',
  'payment_uid',
] as const // prettier-ignore
export type ReconciliationExportColumn = (typeof reconciliationExportColumns)[number]

/** The filters of the rows, plus `csvOptions`. Exports everything that matches. */
export const reconciliationExportQuery = csvQuery(reconciliationExportColumns, reconciliationRowsFilter)
export type ReconciliationExport = z.output<typeof reconciliationExportQuery>
