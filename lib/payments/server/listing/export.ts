import 'server-only'
import { separators } from '../../../core/csv-export'
import type { ActorContext } from '../../../core/server/context'
import { csvText } from '../../../core/server/csv'
import { zoneOf } from '../../../core/server/shop/load'
import { recordedExport } from '../../../core/server/lists/export-rows'
import { formatMajor, minorUnitExponent } from '../../../gateway/minor-units'
import type { PaymentExport, PaymentExportColumn } from '../../export'
import type { PaymentItem } from '../../list'
import { findPage } from './find'
import { itemsOf } from './list'

const batchRows = 1000

/** Exports all payments of a list query as CSV, in the list's order, batch by batch. */
export function exportPayments(
  context: ActorContext,
  { query, columns, separator, bom }: PaymentExport,
): AsyncGenerator<string, void> {
  const { decimalMark } = separators[separator]
  const rows = rowsOf(context, query)
  return csvText(recordedExport(context, { action: 'payments.exported', columns }, rows), {
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
  { q, sort, zone, ...rest }: PaymentExport['query'],
): AsyncGenerator<PaymentItem[], void> {
  const filters = { ...rest, zone: zoneOf(context.shop, zone) }
  for (let cursor: string | undefined; ;) {
    const page = await findPage(context, { filters, q, sort, cursor, limit: batchRows })
    yield itemsOf(context, page.uids, { asked: null, alike: false })
    if (page.next_cursor === null) return
    cursor = page.next_cursor
  }
}

function valuesOf(
  { shop }: ActorContext,
  row: PaymentItem,
  decimalMark: string,
): Record<PaymentExportColumn, string | null> {
  const { currency, amount, asked, customer, test, ...texts } = row
  const text = (value: number | null) => (value === null ? null : String(value))
  const major = (value: number | null) =>
    value === null || currency === null
      ? null
      : formatMajor(value, minorUnitExponent(currency, shop.minorUnits)).replace('.', decimalMark)
  return {
    ...texts,
    currency,
    price: major(amount),
    net_price: major(row.net),
    amount: text(amount),
    paid: text(row.paid),
    refunded: text(row.refunded),
    charged_back: text(row.charged_back),
    net: text(row.net),
    asked_amount: text(asked?.amount ?? null),
    asked_currency: asked?.currency ?? null,
    customer_id: customer?.id ?? null,
    customer_name: customer?.name ?? null,
    test: test === null ? null : String(test),
  }
}
