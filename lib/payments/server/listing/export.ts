import 'server-only'
import type { ActorContext } from '../../../core/server/context'
import { type MajorText, majorTextFor } from '../../../core/server/files/csv'
import { zoneOf } from '../../../core/server/shop/load'
import { everyPage, recordedCsv } from '../../../core/server/lists/export-rows'
import { IdSet } from '../../../core/server/mirror/id-set'
import type { PaymentExport, PaymentExportColumn } from '../../export'
import type { PaymentItem } from '../../list'
import { findPage } from './find'
import { itemsOf } from './list'

const batchRows = 1000

/** Exports all payments of a list query as CSV, in the list's order, batch by batch. */
export function exportPayments(
  context: ActorContext,
  { query, ...format }: PaymentExport,
): AsyncGenerator<string, void> {
  const major = majorTextFor(context.shop, format.separator)
  return recordedCsv(context, { action: 'payments.exported', ...format }, rowsOf(context, query), (row) =>
    valuesOf(row, major),
  )
}

/** Each payment comes once. One whose place in the order changes meanwhile is not lost, but may come last. */
async function* rowsOf(
  context: ActorContext,
  { q, sort, zone, ...rest }: PaymentExport['query'],
): AsyncGenerator<PaymentItem[], void> {
  const filters = { ...rest, zone: zoneOf(context.shop, zone) }
  const seen = new IdSet()
  const read = async (cursor: string | undefined) => {
    const { uids, next_cursor } = await findPage(context, { filters, q, sort, cursor, limit: batchRows })
    const unseen = uids.filter((uid) => !seen.has(uid))
    for (const uid of unseen) seen.add(uid)
    return { items: await itemsOf(context, unseen, { asked: null, alike: false }), next_cursor }
  }
  let pages = 0
  for await (const items of everyPage(read)) {
    pages++
    yield items
  }
  // One page is read at once. Of several, a payment may have moved to one that was already read.
  if (pages > 1) yield* everyPage(read)
}

function valuesOf(row: PaymentItem, major: MajorText): Record<PaymentExportColumn, string | null> {
  const { currency, amount, asked, customer, contracts, test, ...texts } = row
  const text = (value: number | null) => (value === null ? null : String(value))
  return {
    ...texts,
    currency,
    price: major(amount, currency),
    net_price: major(row.net, currency),
    amount: text(amount),
    paid: text(row.paid),
    refunded: text(row.refunded),
    charged_back: text(row.charged_back),
    net: text(row.net),
    asked_amount: text(asked?.amount ?? null),
    asked_currency: asked?.currency ?? null,
    customer_id: customer?.id ?? null,
    customer_name: customer?.name ?? null,
    contract: contracts.join(' '),
    test: test === null ? null : String(test),
  }
}
