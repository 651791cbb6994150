import 'server-only'
import type { SQL } from 'drizzle-orm'
import { rankedLimit, relevance } from '../../contracts/paging'
import { completeActivity, recordActivity } from '../activity/record'
import type { ActorContext } from '../context'
import type { Keyset } from '../keyset'
import { isFound } from './found'
import { listRanked } from './ranked'
import { readAll } from './read-all'
import type { Source } from './source'

const batchRows = 1000
/** Where each batch finds all rows again. */
const searchedBatchRows = 5000

type Asked = {
  /** Which rows it is about, but for what is searched for. */
  filtered: SQL
  q?: string
  /** As the list has it: what is sorted by relevance has the best first. */
  sort: string
  /** What all others are ordered by. */
  order: Keyset
  /** As the list has counted it (total.ts). */
  key: string
}

/** All rows that a list has, in its order, batch by batch. */
export async function rowsToExport<Row extends { id: string }>(
  context: ActorContext,
  source: Source<Row>,
  { filtered, q, sort, order, key }: Asked,
): Promise<AsyncGenerator<Row[], void>> {
  if (!q) return readAll<Row>(context, source, { where: filtered, order, batchRows })
  const { where } = await isFound(context, source, { filtered, q })
  const best =
    sort === relevance ? await listRanked(context, source, { filtered, q, limit: rankedLimit, key }) : null
  return readAll<Row>(context, source, {
    where,
    order,
    batchRows: searchedBatchRows,
    first: best?.rows ?? [],
  })
}

/**
 * The same batches; it is noted who took how many, and which columns: before the first is sent, and again at the end. An
 * export that breaks off is noted, too, with what was read until then.
 */
export async function* recordedExport<Row>(
  context: ActorContext,
  { action, columns }: { action: string; columns: readonly string[] },
  batches: AsyncIterable<Row[]>,
): AsyncGenerator<Row[], void> {
  const { db } = context.engine
  const id = await recordActivity(db, context, { action, detail: { columns } })
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
