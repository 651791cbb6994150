import 'server-only'
import { and, asc, gt, sql } from 'drizzle-orm'
import { importOrder, isOfRow, reasonsByColumn, type ImportOrder } from '../import'
import { importKindOf } from '../import-targets'
import { may } from '../../core/permissions'
import type { TaskKindName } from '../schema'
import { taskPermissions } from '../permissions'
import { productFields } from '../../gateway/product'
import { getTranslator } from '../../core/i18n/server'
import type { ActorContext, ShopContext } from '../../core/server/context'
import { byteOrderMark, csvLine, guard } from '../../core/server/csv'
import { AppError } from '../../core/server/errors'
import { taskRows, type Task, type TaskRow } from './tables'
import { whereRowOf, loadTask } from './load'

const batchRows = 500

/** The task whose report is asked for. @throws AppError `not_found`, `forbidden`. */
export async function loadReported(context: ActorContext, id: string): Promise<Task> {
  const task = await loadTask(context, id)
  if (may(context.actor.role, taskPermissions[task.kind as TaskKindName].report)) return task
  throw new AppError('forbidden')
}

/**
 * What went wrong, one line a row, to be fixed and loaded again: of a file its own columns and cells with `error`
 * behind, which names columns as the file does, and behind that the cells it had too many, of other tasks the ID and
 * what should have been changed. What may have been made is left out: loaded again, it would be made twice; and rows
 * of which nothing is left, as the customer was anonymised.
 */
export async function* taskReport({ engine }: ShopContext, task: Task): AsyncGenerator<string, void> {
  const { header, delimiter, start = '', line, beyond, file } = layoutOf(task)
  yield start + csvLine([...header.map(guard), 'error'], delimiter)
  for (let after = 0; ;) {
    const rows = await engine.db
      .select()
      .from(taskRows)
      .where(
        and(
          whereRowOf(task),
          gt(taskRows.position, after),
          sql`(${taskRows.state} IN ('failed', 'invalid', 'skipped') OR (${taskRows.state} = 'planned' AND ${isGivenUp(task)})
            OR (${taskRows.state} = 'unconfirmed' AND ${taskRows.subject} IS NOT NULL))`,
          sql`${taskRows.cells} IS DISTINCT FROM '[]'::jsonb`,
        ),
      )
      .orderBy(asc(taskRows.position))
      .limit(batchRows)
    yield rows
      .map((row) => csvLine([...line(row), inOneCell(row, file), ...beyond(row)].map(guard), delimiter))
      .join('')
    const last = rows.at(-1)
    if (!last || rows.length < batchRows) return
    after = last.position
  }
}

const bulkFields = ['amount', 'quantity', 'infinite', 'expired_at', 'immortal', 'test'] as const
/** Those of a bulk change first. */
const changedFields = [...new Set<string>([...bulkFields, ...Object.keys(productFields)])]

/** What it had still to do when somebody stopped it, or it stopped, was not done. */
const isGivenUp = ({ state, startedAt }: Task): boolean =>
  startedAt !== null && (state === 'cancelled' || state === 'failed')

type Layout = {
  header: string[]
  delimiter: string
  /** What the file begins with. */
  start?: string
  line: (row: TaskRow) => string[]
  /** Cells that no column of the header has: what is to be fixed must not be lost. */
  beyond: (row: TaskRow) => string[]
  file: Pick<ImportOrder, 'header' | 'columns'>
}

function layoutOf(task: Task): Layout {
  if (importKindOf(task)) {
    const order = importOrder.parse(task.order)
    const { header, delimiter, encoding } = order
    // A report that was fixed and loaded again has an `error` already.
    const kept = header.flatMap((name, at) => (name.trim().toLowerCase() === 'error' ? [] : [at]))
    return {
      header: kept.map((at) => header[at] ?? ''),
      delimiter,
      // A program that writes none of UTF-8 reads it only where it is marked.
      start: encoding === 'utf-8' ? '' : byteOrderMark,
      line: ({ cells }) => kept.map((at) => cells?.[at] ?? ''),
      beyond: ({ cells }) => cells?.slice(header.length) ?? [],
      file: order,
    }
  }
  // What puts an import back may change any field.
  const fields: readonly string[] = task.kind === 'products.import' ? changedFields : bulkFields
  return {
    header: ['id', ...fields],
    delimiter: ',',
    line: ({ subject, change }) => [subject ?? '', ...fields.map((field) => textOf(change[field]))],
    beyond: () => [],
    file: { header: [], columns: [] },
  }
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.join(' ') // As an import reads a list.
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function inOneCell({ state, errors }: TaskRow, file: Layout['file']): string {
  if (state === 'planned') return getTranslator('taskReasons')('not_done')
  return reasonsByColumn(file, errors ?? {})
    .map(({ field, messages, column }) =>
      isOfRow(field) ? messages.join('; ') : `${column?.name ?? field}: ${messages.join('; ')}`,
    )
    .join(' | ')
}
