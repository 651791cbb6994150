import 'server-only'
import { separators } from '../../../core/csv-export'
import { csvText } from '../../../core/server/csv'
import type { ActorContext } from '../../../core/server/context'
import { formatMajor, minorUnitExponent } from '../../../gateway/minor-units'
import type { PaymentReportColumn, PaymentReportExport, ReportRow } from '../../report'
import { paymentReportOf } from './report'

type Line = ReportRow & { currency: string }

/** The report as CSV, a line for each currency and day, week or month. */
export function exportPaymentReport(
  context: ActorContext,
  { query, columns, separator, bom }: PaymentReportExport,
): AsyncGenerator<string, void> {
  const { decimalMark } = separators[separator]
  return csvText(linesOf(context, query), {
    header: columns,
    cells: (line) => {
      const exponent = minorUnitExponent(line.currency, context.shop.minorUnits)
      return columns.map((column) => {
        const value = String(line[column] ?? '')
        return isAmount(column) ? formatMajor(BigInt(value), exponent).replace('.', decimalMark) : value
      })
    },
    separator,
    bom,
  })
}

const isAmount = (column: PaymentReportColumn): boolean =>
  column === 'paid' || column === 'refunded' || column === 'charged_back' || column === 'net'

async function* linesOf(
  context: ActorContext,
  query: PaymentReportExport['query'],
): AsyncGenerator<Line[], void> {
  const { currencies } = await paymentReportOf(context, query)
  for (const { currency, rows } of currencies) yield rows.map((row) => ({ ...row, currency }))
}
