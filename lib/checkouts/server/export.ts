import 'server-only'
import type { CheckoutExport, CheckoutExportColumn } from '../export'
import { separators } from '../../core/csv-export'
import { relevance } from '../../core/paging'
import { formatMajor, minorUnitExponent } from '../../gateway/minor-units'
import type { ActorContext } from '../../core/server/context'
import { csvText } from '../../core/server/csv'
import { recordedExport, rowsToExport } from '../../core/server/lists/export-rows'
import { namesOf } from '../../core/server/accounts/names'
import { countKey, isFiltered, orderOf, checkoutSource } from './list'
import { toItem, type ItemRow } from './read'

/** Exports all checkouts of the list as CSV, in its order, batch by batch. */
export async function* exportCheckouts(
  context: ActorContext,
  { query: { q, sort, ...filters }, columns, separator, bom }: CheckoutExport,
): AsyncGenerator<string, void> {
  const batches = await rowsToExport(context, checkoutSource, {
    filtered: isFiltered(context.shop, filters),
    q,
    sort,
    order: orderOf(sort === relevance ? '-created_at' : sort),
    key: countKey(context, { masked: false, q, filters }),
  })
  const { decimalMark } = separators[separator]
  yield* csvText(
    recordedExport(context, { action: 'checkouts.exported', columns }, named(context, batches)),
    {
      header: columns,
      cells: (row) => {
        const values = valuesOf(context, row, decimalMark)
        return columns.map((name) => values[name] ?? '')
      },
      separator,
      bom,
    },
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
  { shop, actor }: ActorContext,
  { row, names }: NamedRow,
  decimalMark: string,
): Record<CheckoutExportColumn, string | null> {
  const { amount, attempts_left: left, test, ...texts } = toItem(row, actor, names)
  const exponent = minorUnitExponent(row.currency, shop.minorUnits)
  return {
    ...texts,
    price: formatMajor(amount, exponent).replace('.', decimalMark),
    amount: String(amount),
    attempts_left: String(left),
    test: String(test),
  }
}
