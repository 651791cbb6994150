import 'server-only'
import type { SQL } from 'drizzle-orm'
import {
  localExportColumns,
  type CustomerExport,
  type CustomerExportColumn,
} from '../../contracts/customer-export'
import { rankedLimit, relevance } from '../../contracts/paging'
import { completeActivity, recordActivity } from '../activity/record'
import type { ActorContext } from '../context'
import { csvText } from '../csv-export'
import { isFound } from '../listing/found'
import { listRanked } from '../listing/ranked'
import { readAll } from '../listing/read-all'
import type { Source } from '../listing/source'
import { customers } from '../tables/customers'
import { isFiltered, type CustomerFilters } from './filters'
import { isMasked, itemColumns, personal, type ItemRow } from './item'
import type { CustomerRow } from './mirror'
import { orderOf } from './orders'
import { asked } from './search'
import { customerSource } from './source'

const batchRows = 1000
/** Where each batch finds all rows again. */
const searchedBatchRows = 5000

type ExportRow = ItemRow & Pick<CustomerRow, 'address' | 'zip' | 'state' | 'contact'>

const { address, zip, state, contact } = customers
const source: Source<ExportRow> = {
  ...customerSource,
  columns: { ...itemColumns, address, zip, state, contact },
}

/**
 * All customers that a list with the same query has, as CSV, in its order; read and sent batch by batch. Where a
 * search finds more than a list ranks, the best come first and the others after them, the newest first. It is noted
 * who took how many, and which columns: before the first of them is sent, and again at the end.
 */
export async function* exportCustomers(
  context: ActorContext,
  { query, columns, separator, bom }: CustomerExport,
): AsyncGenerator<string, void> {
  const masked = isMasked(context.actor.role)
  yield* csvText(recorded(context, columns, await rowsOf(context, query)), {
    header: columns.map((name) => (localExportColumns.includes(name) ? `${name} (local)` : name)),
    cells: (row) => {
      const values = valuesOf(row, masked)
      return columns.map((name) => values[name] ?? '')
    },
    separator,
    bom,
  })
}

async function rowsOf(
  context: ActorContext,
  { q: given, sort, ...filters }: CustomerExport['query'],
): Promise<AsyncGenerator<ExportRow[], void>> {
  const filtered = isFiltered(context.shop.id, filters)
  const order = orderOf(sort === relevance ? '-created_at' : sort)
  const q = given && asked(given)
  if (!q) return readAll<ExportRow>(context, source, { where: filtered, order, batchRows })
  const { where } = await isFound(context, source, { filtered, q })
  const first = sort === relevance ? await bestOf(context, { filtered, q, filters }) : []
  return readAll<ExportRow>(context, source, { where, order, batchRows: searchedBatchRows, first })
}

/** All that a list sorted by relevance shows. */
async function bestOf(
  context: ActorContext,
  { filtered, q, filters }: { filtered: SQL; q: string; filters: CustomerFilters },
): Promise<ExportRow[]> {
  // As the list has counted it already.
  const key = JSON.stringify(['customers', context.shop.id, q, filters])
  const { rows } = await listRanked(context, source, { filtered, q, limit: rankedLimit, key })
  return rows
}

/** The same batches; an export that breaks off is noted, too, with what was read until then. */
async function* recorded(
  context: ActorContext,
  columns: readonly CustomerExportColumn[],
  batches: AsyncIterable<ExportRow[]>,
): AsyncGenerator<ExportRow[], void> {
  const { db } = context.engine
  const id = await recordActivity(db, context, { action: 'customers.exported', detail: { columns } })
  let rows = 0
  let complete = false
  try {
    for await (const batch of batches) {
      rows += batch.length
      yield batch
    }
    complete = true
  } finally {
    await completeActivity(db, context, { id, detail: { columns, rows, complete } })
  }
}

function valuesOf(row: ExportRow, masked: boolean): Record<CustomerExportColumn, string | null | undefined> {
  const { contact: corrected, ...own } = personal(row, masked)
  return {
    ...own,
    id: row.id,
    first_name: row.firstName,
    last_name: row.lastName,
    city: row.city,
    country: row.country,
    state: row.state,
    external_id: row.externalId,
    created_at: (row.createdAt ?? row.firstSeenAt).toISOString(),
    last_paid_at: row.lastPaidAt?.toISOString(),
    labels: row.labels.join(', '),
    contact_email: corrected.email,
    contact_phone: corrected.phone,
    contact_address: corrected.address,
  }
}
