import 'server-only'
import { localExportColumns, type CustomerExport, type CustomerExportColumn } from '../../export'
import { allCustomerFields, type ColumnOf, type CustomerField } from '../../fields'
import { relevance } from '../../../core/lists/paging'
import type { Rights } from '../../../core/permissions'
import type { ActorContext } from '../../../core/server/context'
import { csvText } from '../../../core/server/files/csv'
import { recordedExport, rowsToExport } from '../../../core/server/lists/export-rows'
import type { Source } from '../../../core/server/lists/source'
import { customers } from '../tables'
import { countKey, whereFiltered, orderOf, customerSource } from './list'
import { withNamedLabels } from './choices'
import { columnsOf, contactOf, isMaskedFor, itemColumns, valuesOf, type ItemRow, shownLabels } from './item'
import type { CustomerRow } from '../reading/mirror'
import { cleanQuery } from './search'

type ExportRow = ItemRow & Pick<CustomerRow, ColumnOf<CustomerField> | 'contact'>

const source: Source<ExportRow> = {
  ...customerSource,
  columns: { ...itemColumns, ...columnsOf(allCustomerFields), contact: customers.contact },
}

/**
 * Yields all customers of a list's query as CSV, batch by batch. If a search finds more customers than a list ranks, the
 * best come first, then the others, newest first. Records the person and the columns before the first row, and the number
 * of rows at the end.
 */
export async function* exportCustomers(
  context: ActorContext,
  { query, columns, separator, bom }: CustomerExport,
): AsyncGenerator<string, void> {
  yield* csvText(
    recordedExport(context, { action: 'customers.exported', columns }, await rowsOf(context, query)),
    {
      header: columns.map((name) => (localExportColumns.includes(name) ? `${name} (local)` : name)),
      cells: (row) => {
        const values = cellsOf(row, context.actor)
        return columns.map((name) => values[name] ?? '')
      },
      separator,
      bom,
    },
  )
}

async function rowsOf(context: ActorContext, { q: asked, sort, ...given }: CustomerExport['query']) {
  const q = asked && cleanQuery(asked)
  const filters = await withNamedLabels(context, given)
  return rowsToExport(context, source, {
    filtered: whereFiltered(context.shop, filters),
    q,
    sort,
    order: orderOf(sort === relevance ? '-created_at' : sort),
    // The list's key, so that its count is reused.
    key: countKey(context, { isMasked: false, q, filters }),
  })
}

function cellsOf(row: ExportRow, rights: Rights): Record<CustomerExportColumn, string | null | undefined> {
  const isMasked = isMaskedFor(rights)
  const corrected = contactOf(row, isMasked)
  return {
    ...valuesOf(row, allCustomerFields, isMasked),
    id: row.id,
    created_at: (row.createdAt ?? row.firstSeenAt).toISOString(),
    last_paid_at: row.lastPaidAt?.toISOString(),
    labels: shownLabels(rights, row.labels).join(', '),
    contact_email: corrected.email,
    contact_phone: corrected.phone,
    contact_address: corrected.address,
  }
}
