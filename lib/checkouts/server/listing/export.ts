import 'server-only'
import type { CheckoutExport, CheckoutExportColumn } from '../../export'
import { relevance } from '../../../core/lists/paging'
import type { ActorContext } from '../../../core/server/context'
import { type MajorText, majorTextFor } from '../../../core/server/files/csv'
import { recordedCsv, rowsToExport } from '../../../core/server/lists/export-rows'
import { namesOf } from '../../../core/server/accounts/names'
import { countKey, whereFiltered, orderOf, checkoutSource } from './list'
import { toItem, type ItemRow } from '../read'

/** Exports all checkouts of the list as CSV, in its order, batch by batch. */
export async function* exportCheckouts(
  context: ActorContext,
  { query: { q, sort, ...filters }, ...format }: CheckoutExport,
): AsyncGenerator<string, void> {
  const batches = await rowsToExport(context, checkoutSource, {
    filtered: whereFiltered(context.shop, filters),
    q,
    sort,
    order: orderOf(sort === relevance ? '-created_at' : sort),
    key: countKey(context, { isMasked: false, q, filters }),
  })
  const major = majorTextFor(context.shop, format.separator)
  yield* recordedCsv(context, { action: 'checkouts.exported', ...format }, named(context, batches), (row) =>
    valuesOf(context, row, major),
  )
}

type NamedRow = { row: ItemRow; names: ReadonlyMap<string, string> }

async function* named(
  { engine }: ActorContext,
  batches: AsyncIterable<ItemRow[]>,
): AsyncGenerator<NamedRow[], void> {
  for await (const rows of batches) {
    const names = await namesOf(
      engine.db,
      rows.map(({ createdBy }) => createdBy),
    )
    yield rows.map((row) => ({ row, names }))
  }
}

function valuesOf(
  { actor }: ActorContext,
  { row, names }: NamedRow,
  major: MajorText,
): Record<CheckoutExportColumn, string | null> {
  const { amount, attempts_left: left, test, ...texts } = toItem(row, actor, names)
  return {
    ...texts,
    price: major(amount, row.currency),
    amount: String(amount),
    attempts_left: String(left),
    test: String(test),
  }
}
