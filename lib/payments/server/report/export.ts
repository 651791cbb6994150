import 'server-only'
import { csvText, majorTextFor } from '../../../core/server/csv'
import type { ActorContext } from '../../../core/server/context'
import type { PaymentReportColumn, PaymentReportExport, ReportRow } from '../../report'
import { paymentReportOf } from './report'

type Line = Partial<ReportRow> & { currency: string; test: boolean }

/** The report as CSV, a line for each currency and day, week or month, and those of test cards. */
export function exportPaymentReport(
  context: ActorContext,
  { query, columns, separator, bom }: PaymentReportExport,
): AsyncGenerator<string, void> {
  const major = majorTextFor(context.shop, separator)
  return csvText(linesOf(context, query, columns.includes('test')), {
    header: columns,
    cells: (line) =>
      columns.map((column) => {
        const value = String(line[column] ?? '')
        return isAmount(column) && value !== '' ? (major(BigInt(value), line.currency) ?? '') : value
      }),
    separator,
    bom,
  })
}

const isAmount = (column: PaymentReportColumn): boolean =>
  column === 'paid' || column === 'refunded' || column === 'charged_back' || column === 'net'

async function* linesOf(
  context: ActorContext,
  query: PaymentReportExport['query'],
  hasTests: boolean,
): AsyncGenerator<Line[], void> {
  const { currencies, tests, from, to } = await paymentReportOf(context, query)
  const test = context.shop.mode !== 'live'
  for (const { currency, rows } of currencies) yield rows.map((row) => ({ ...row, currency, test }))
  if (hasTests) yield tests.map((sums) => ({ ...sums, from, to, test: true }))
}
