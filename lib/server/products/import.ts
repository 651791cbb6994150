import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import {
  importOrder,
  maxImportBytes,
  type ImportMapping,
  type ImportOrder,
} from '../../contracts/product-import'
import type { TaskDetail } from '../../contracts/task'
import { getTranslator } from '../../i18n/server'
import type { ActorContext } from '../context'
import { AppError } from '../errors'
import { tellBrowsers } from '../live'
import { readTask } from '../tasks/answer'
import { createTask } from '../tasks/create'
import { countsOf, noCounts } from '../tasks/counts'
import { keepTask } from '../tasks/lease'
import { isTask, loadTask } from '../tasks/load'
import { addRead, endRead, forgetRead } from '../tasks/reading'
import type { NewRow } from '../tasks/rows'
import { wakeTask } from '../tasks/wake'
import { tasks, type Task } from '../tables/tasks'
import { readCsv } from './csv-read'
import { fileProblem } from './file-problem'
import { guessColumns } from './import-columns'

/** Rows are written in batches of so many, or so many characters. */
const batch = { rows: 500, characters: 1024 ** 2 }
const sampleRows = 5
const usualFormat: Pick<ImportOrder, 'delimiter' | 'encoding' | 'example'> = {
  delimiter: ',',
  encoding: 'utf-8',
}

type File = { name: string; body: AsyncIterable<Uint8Array>; columns?: ImportMapping['columns'] }

/**
 * Takes a CSV file as it arrives, and begins its dry run; nothing is sent before somebody starts it. Of a file that
 * is refused, or whose upload is cut, nothing is kept.
 * @throws AppError `too_large`, `invalid` at `file` or `columns`, `upload_cancelled`, `upload_cut`.
 */
export async function importProducts(
  context: ActorContext,
  { name, body, columns }: File,
): Promise<TaskDetail> {
  const empty: ImportOrder = { name, ...usualFormat, header: [], columns: [], sample: [] }
  const task = await createTask(context, { kind: 'products.import', state: 'reading', order: empty })
  const { db } = context.engine
  const release = keepTask(db, task, (error) => context.log.error({ err: error }, 'task lease not renewed'))
  try {
    await endRead(db, task, await store(context, task, { name, body, columns }))
  } catch (error) {
    await forgetRead(db, task)
    await tellBrowsers(context, { kind: 'task', id: task.id })
    throw error
  } finally {
    release()
  }
  await wakeTask(context.engine, { ...task, state: 'planning' })
  return readTask(context, task.id)
}

async function store(
  { engine }: ActorContext,
  task: Task,
  { name, body, columns }: File,
): Promise<ImportOrder> {
  let order: ImportOrder | null = null
  const format = { ...usualFormat }
  let rows: NewRow[] = []
  let [count, characters] = [0, 0]
  for await (const { position, cells } of readCsv(limited(body), (found) => Object.assign(format, found))) {
    if (!order) {
      order = { name, ...format, header: cells, columns: columnsOf(cells, columns), sample: [] }
      continue
    }
    if (order.sample.length < sampleRows) order.sample.push(cells.map((cell) => cell.slice(0, 200)))
    rows.push({ position, state: 'pending', change: {}, cells })
    count++
    characters += cells.reduce((sum, cell) => sum + cell.length, 0)
    if (rows.length < batch.rows && characters < batch.characters) continue
    await addRead(engine.db, task, rows)
    rows = []
    characters = 0
  }
  await addRead(engine.db, task, rows)
  if (!order || count === 0) throw fileProblem('no_rows')
  // The letters may have shown only now by what they are to be read.
  return { ...order, ...format }
}

function columnsOf(
  header: readonly string[],
  given: ImportMapping['columns'] | undefined,
): ImportMapping['columns'] {
  if (given) return fitting(given, header)
  const guessed = guessColumns(header)
  // One column that is nothing we know is a text, and no table.
  if (header.length === 1 && guessed[0] === null) throw fileProblem('not_csv')
  return guessed
}

function fitting(columns: ImportMapping['columns'], header: readonly string[]): ImportMapping['columns'] {
  if (columns.length === header.length) return columns
  throw new AppError('invalid', { errors: { columns: [getTranslator('issues')('invalid')] } })
}

/** @throws AppError `too_large` */
async function* limited(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const piece of body) {
    size += piece.byteLength
    if (size > maxImportBytes) throw new AppError('too_large')
    yield piece
  }
}

/**
 * Reads the file's columns as something else, and begins its dry run anew.
 * @throws AppError `not_found`, `task_state` where it was started, `invalid`.
 */
export async function mapImport(
  context: ActorContext,
  id: string,
  { columns }: ImportMapping,
): Promise<TaskDetail> {
  const { db } = context.engine
  const task = await loadTask(context, id)
  if (task.kind !== 'products.import' || task.undoes) throw new AppError('task_state')
  const order = {
    ...task.order,
    columns: fitting(columns, importOrder.parse(task.order).header),
    planned_to: 0,
  }
  const { total } = await countsOf(db, task)
  const mapped = await db
    .update(tasks)
    .set({ order, state: 'planning', counts: { ...noCounts, total, pending: total }, marks: [] })
    .where(and(isTask(task), sql`${tasks.state} IN ('planning', 'planned')`, eq(tasks.kind, task.kind)))
    .returning({ id: tasks.id })
  if (mapped.length === 0) throw new AppError('task_state')
  await wakeTask(context.engine, { ...task, state: 'planning' })
  await tellBrowsers(context, { kind: 'task', id })
  return readTask(context, id)
}
