import 'server-only'
import { maxImportBytes, type ImportColumns, type ImportOrder } from '../../contracts/import'
import type { ImportKindName, TaskDetail } from '../../contracts/task'
import type { ActorContext } from '../context'
import { AppError } from '../errors'
import { tellBrowsers } from '../live'
import { readTask } from '../tasks/answer'
import { createTask } from '../tasks/create'
import { keepTask } from '../tasks/lease'
import { addRead, endRead, forgetRead } from '../tasks/reading'
import type { NewRow } from '../tasks/rows'
import { wakeTask } from '../tasks/wake'
import type { Task } from '../tables/tasks'
import { chosenColumns, guessedColumns } from './columns'
import { readCsv } from './csv-read'
import { fileProblem } from './file-problem'

/** Rows are written in batches of so many, or so many characters. */
const batch = { rows: 500, characters: 1024 ** 2 }
const sampleRows = 5
const usualFormat: Pick<ImportOrder, 'delimiter' | 'encoding' | 'example'> = {
  delimiter: ',',
  encoding: 'utf-8',
}

/** What a file is of: the task that it becomes, and what its columns are by their names. */
export type ImportSource = {
  kind: ImportKindName
  guess: (header: readonly string[]) => ImportColumns
}

/** `columns`: as what they are to be read; guessed where absent. */
type File = { name: string; body: AsyncIterable<Uint8Array>; columns?: ImportColumns }

/**
 * Takes a CSV file as it arrives, and begins its dry run; nothing is sent before somebody starts it. Of a file that
 * is refused, or whose upload is cut, nothing is kept.
 * @throws AppError `too_large`, `invalid` at `file` or `columns`, `upload_cancelled`, `upload_cut`.
 */
export async function importFile(
  context: ActorContext,
  source: ImportSource,
  file: File,
): Promise<TaskDetail> {
  const empty: ImportOrder = {
    name: file.name,
    ...usualFormat,
    header: [],
    columns: [],
    sample: [],
    with_existing: false,
  }
  const task = await createTask(context, { kind: source.kind, state: 'reading', order: empty })
  const { db } = context.engine
  const release = keepTask(db, task, (error) => context.log.error({ err: error }, 'task lease not renewed'))
  try {
    await endRead(db, task, { ...empty, ...(await store(context, { task, source, file })) })
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

/** Writes the rows down; what is known of the file afterwards. */
async function store(
  { engine }: ActorContext,
  { task, source, file }: { task: Task; source: ImportSource; file: File },
): Promise<Partial<ImportOrder>> {
  let found: Pick<ImportOrder, 'header' | 'columns' | 'sample'> | null = null
  const format = { ...usualFormat }
  let rows: NewRow[] = []
  let [count, characters] = [0, 0]
  const records = readCsv(limited(file.body), (one) => Object.assign(format, one))
  for await (const { position, cells } of records) {
    if (!found) {
      found = { header: cells, columns: columnsOf(cells, source, file), sample: [] }
      continue
    }
    if (found.sample.length < sampleRows) found.sample.push(cells.map((cell) => cell.slice(0, 200)))
    rows.push({ position, state: 'pending', change: {}, cells })
    count++
    characters += cells.reduce((sum, cell) => sum + cell.length, 0)
    if (rows.length < batch.rows && characters < batch.characters) continue
    await addRead(engine.db, task, rows)
    rows = []
    characters = 0
  }
  await addRead(engine.db, task, rows)
  if (!found || count === 0) throw fileProblem('no_rows')
  // The letters may have shown only now by what they are to be read.
  return { ...found, ...format }
}

const columnsOf = (header: string[], { kind, guess }: ImportSource, { columns }: File): ImportColumns =>
  columns ? chosenColumns(kind, columns, header) : guessedColumns(header, guess)

/** @throws AppError `too_large` */
async function* limited(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const piece of body) {
    size += piece.byteLength
    if (size > maxImportBytes) throw new AppError('too_large')
    yield piece
  }
}
