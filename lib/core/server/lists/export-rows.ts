import 'server-only'
import type { SQL } from 'drizzle-orm'
import { onPrimary } from '../read-replica'
import type { CsvExport } from '../../lists/csv-export'
import { rankedLimit, relevance } from '../../lists/paging'
import type { ActivityKind } from '../../activity'
import { recordActivity } from '../activity/record'
import type { ActorContext } from '../context'
import { csvText } from '../files/csv'
import type { Keyset } from './keyset'
import { whereFound } from './list'
import { listRanked } from './ranked'
import { readAll } from './read-all'
import type { Source } from './source'

const batchRows = 1000
/** For searches, as each batch runs the search again. */
const searchedBatchRows = 5000

type Asked = {
  /** Filter without the search. */
  filtered: SQL
  q?: string
  /** The list's sort; by relevance, the best rows come first. */
  sort: string
  /** Order of all other rows. */
  order: Keyset
  /** The list's key for its total (total.ts). */
  key: string
}

export async function rowsToExport<Row extends { id: string }>(
  context: ActorContext,
  source: Source<Row>,
  { filtered, q, sort, order, key }: Asked,
): Promise<AsyncGenerator<Row[], void>> {
  if (!q) return readAll<Row>(context, source, { where: filtered, order, batchRows })
  const { where } = await whereFound(context, source, { filtered, q })
  const best =
    sort === relevance ? await listRanked(context, source, { filtered, q, limit: rankedLimit, key }) : null
  return readAll<Row>(context, source, {
    where,
    order,
    batchRows: searchedBatchRows,
    first: best?.rows ?? [],
  })
}

type ExportKind = Extract<ActivityKind, `${string}.exported`>
type ExportArea = ExportKind extends `${infer Area}.exported` ? Area : never

/**
 * Records who exported how many rows and which columns, before the first batch and at the end. An export that breaks
 * off is recorded with the rows read until then.
 */
export async function* recordedExport<Row>(
  context: Pick<ActorContext, 'engine'> & Parameters<typeof recordActivity>[1],
  { action, columns }: { action: ExportKind; columns: readonly string[] },
  batches: AsyncIterable<Row[]>,
): AsyncGenerator<Row[], void> {
  const { db } = onPrimary(context).engine
  const started = `${action.slice(0, -'ed'.length)}_started` as `${ExportArea}.export_started`
  await recordActivity(db, context, { action: started, detail: { columns } })
  let rows = 0
  let isComplete = false
  try {
    for await (const batch of batches) {
      rows += batch.length
      yield batch
    }
    isComplete = true
  } finally {
    await recordActivity(db, context, { action, detail: { columns, rows, complete: isComplete } })
  }
}

/** A recorded export as CSV. `valuesOf`: what a row holds, by column. */
export const recordedCsv = <Row, Column extends string>(
  context: Parameters<typeof recordedExport>[0],
  {
    action,
    columns,
    separator,
    bom,
  }: Pick<CsvExport<unknown, Column>, 'columns' | 'separator' | 'bom'> & { action: ExportKind },
  batches: AsyncIterable<Row[]>,
  valuesOf: (row: Row) => Partial<Record<Column, string | null>>,
): AsyncGenerator<string, void> =>
  csvText(recordedExport(context, { action, columns }, batches), {
    header: columns,
    cells: (row) => {
      const values = valuesOf(row)
      return columns.map((name) => values[name] ?? '')
    },
    separator,
    bom,
  })

/** Reads page after page. */
export async function* everyPage<Row>(
  read: (cursor: string | undefined) => Promise<{ items: Row[]; next_cursor: string | null }>,
): AsyncGenerator<Row[], void> {
  for (let cursor: string | undefined; ;) {
    const { items, next_cursor: next } = await read(cursor)
    yield items
    if (next === null) return
    cursor = next
  }
}
