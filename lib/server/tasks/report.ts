import 'server-only'
import { and, asc, gt, sql } from 'drizzle-orm'
import { importOrder } from '../../contracts/product-import'
import type { ShopContext } from '../context'
import { csvLine, guard } from '../csv-text'
import { taskRows, type Task, type TaskRow } from '../tables/tasks'
import { isRowOf } from './load'

const batchRows = 500

/**
 * What went wrong, one line a row, to be fixed and loaded again: of a file its own columns and cells with `error`
 * behind, and behind that the cells it had too many, of a bulk change the ID and what should have been changed. What may have been made is left out: loaded
 * again, it would be made twice.
 */
export async function* taskReport({ engine }: ShopContext, task: Task): AsyncGenerator<string, void> {
  const { header, delimiter, line, beyond } = layoutOf(task)
  yield csvLine([...header.map(guard), 'error'], delimiter)
  for (let after = 0; ;) {
    const rows = await engine.db
      .select()
      .from(taskRows)
      .where(
        and(
          isRowOf(task),
          gt(taskRows.position, after),
          sql`(${taskRows.state} IN ('failed', 'invalid', 'skipped')
            OR (${taskRows.state} = 'unconfirmed' AND ${taskRows.subject} IS NOT NULL))`,
        ),
      )
      .orderBy(asc(taskRows.position))
      .limit(batchRows)
    yield rows
      .map((row) => csvLine([...line(row), inOneCell(row), ...beyond(row)].map(guard), delimiter))
      .join('')
    const last = rows.at(-1)
    if (!last || rows.length < batchRows) return
    after = last.position
  }
}

type Layout = {
  header: string[]
  delimiter: string
  line: (row: TaskRow) => string[]
  /** Cells that no column of the header has: what is to be fixed must not be lost. */
  beyond: (row: TaskRow) => string[]
}

function layoutOf(task: Task): Layout {
  if (task.kind === 'products.import' && !task.undoes) {
    const { header, delimiter } = importOrder.parse(task.order)
    // A report that was fixed and loaded again has an `error` already.
    const kept = header.flatMap((name, at) => (name.trim().toLowerCase() === 'error' ? [] : [at]))
    return {
      header: kept.map((at) => header[at] ?? ''),
      delimiter,
      line: ({ cells }) => kept.map((at) => cells?.[at] ?? ''),
      beyond: ({ cells }) => cells?.slice(header.length) ?? [],
    }
  }
  const fields = ['amount', 'quantity', 'infinite', 'expired_at', 'immortal', 'test'] as const
  return {
    header: ['id', ...fields],
    delimiter: ',',
    line: ({ subject, change }) => [subject ?? '', ...fields.map((field) => textOf(change[field]))],
    beyond: () => [],
  }
}

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

const inOneCell = ({ errors }: TaskRow): string =>
  Object.entries(errors ?? {})
    .map(([field, texts]) => (field === 'base' ? texts.join('; ') : `${field}: ${texts.join('; ')}`))
    .join(' | ')
