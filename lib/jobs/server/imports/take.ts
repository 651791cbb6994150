import 'server-only'
import { and, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { DecimalMark } from '../../../core/format/typed-money'
import type { ActorContext } from '../../../core/server/context'
import { publishLiveEvent } from '../../../core/server/live'
import type { Database } from '../../../db/database'
import {
  maxImportBytes,
  type importQuery,
  type FoundMark,
  type ImportColumns,
  type ImportOrder,
} from '../../import'
import { jobDetail, type JobDetail } from '../../schema'
import { readJob } from '../answer'
import { createJob, wakeJob } from '../create'
import { renewLease } from '../lease'
import { whereRowOf, whereJob } from '../load'
import { addRead, endRead, forgetRead } from '../reading'
import type { NewRow } from '../rows'
import { jobRows, jobs, type Job } from '../tables'
import { cardHider } from './card-cells'
import { exportedMark, withDecimals, withMarks } from './certain-amounts'
import { chosenColumns, guessColumns, guessedColumns } from './columns'
import { readCsv } from './csv-read'
import type { ImportKind } from './kind'
import { fileProblem } from './reasons'
import { uploadBody } from './upload-body'

type ImportSource = Pick<
  ImportKind<string>,
  'kind' | 'names' | 'skipped' | 'exported' | 'withoutSecrets' | 'keysOf'
>
type Asked = { query: z.output<typeof importQuery>; request: Request }

/**
 * Stores an upload and returns its job.
 * @throws AppError as importFile
 */
export async function takeUpload(
  context: ActorContext,
  source: ImportSource,
  { query, request }: Asked,
): Promise<Response> {
  const job = await importFile(context, source, { ...query, body: uploadBody(request, maxImportBytes) })
  return Response.json(jobDetail.parse(job), { status: 202, headers: { 'Cache-Control': 'no-store' } })
}

/** Rows are stored in batches of at most this size. */
const batch = { rows: 500, characters: 1024 ** 2 }
const sampleRows = 5
type Format = Pick<
  ImportOrder,
  'delimiter' | 'encoding' | 'example' | 'decimal_rows' | 'decimal_marks' | 'skipped_rows'
>
const usualFormat: Format = {
  delimiter: ',',
  encoding: 'utf-8',
}

/** `columns`: how to read them; guessed if absent. */
type File = { name: string; body: AsyncIterable<Uint8Array>; columns?: ImportColumns }

/**
 * Stores a CSV file as it arrives, and starts its dry run. Sends nothing before a person starts the import. Keeps
 * nothing of a refused or interrupted upload.
 * @throws AppError `too_large`, `invalid` at `file` or `columns`, `upload_cancelled`, `upload_cut`.
 */
async function importFile(context: ActorContext, source: ImportSource, file: File): Promise<JobDetail> {
  const empty: ImportOrder = {
    name: file.name,
    ...usualFormat,
    header: [],
    columns: [],
    sample: [],
    with_existing: false,
  }
  const job = await createJob(context, { kind: source.kind, state: 'reading', order: empty })
  const { db } = context.engine
  const release = renewLease(db, job, (error) => context.log.error({ err: error }, 'job lease not renewed'))
  try {
    const format = await store(context, { job, source, file })
    await db.transaction(async (tx) => endRead(tx, job, await maskAnonymisedExample(tx, job, format)))
  } catch (error) {
    await forgetRead(db, job)
    await publishLiveEvent(context, { kind: 'task', id: job.id })
    throw error
  } finally {
    release()
  }
  await wakeJob(context.engine, { ...job, state: 'planning' })
  return readJob(context, job.id)
}

/**
 * Stores the rows. What the order shows of the file is stored with the first rows, so that anonymising a customer
 * meanwhile empties it too. Returns what is known only after the last row.
 */
async function store(
  { engine }: ActorContext,
  { job, source, file }: { job: Job; source: ImportSource; file: File },
): Promise<Format> {
  let found: Pick<ImportOrder, 'header' | 'columns' | 'sample'> | null = null
  const format = { ...usualFormat }
  let rows: NewRow[] = []
  let [count, characters] = [0, 0]
  let decimalRows: (number | null)[] = []
  let marks: FoundMark[] = []
  let exportMark: DecimalMark | null = null
  let hide = (cell: string, _at: number): string => cell
  const isColumn = (cell: string) => guessColumns([cell], source.names)[0] !== null
  const records = readCsv(file.body, (one) => Object.assign(format, one), { isColumn })
  for await (const { position, cells: given } of records) {
    if (!found) {
      const header = headerOf(given).map(cardHider(source, { header: [], columns: [] }))
      found = { header, columns: columnsOf(header, source, file), sample: [] }
      exportMark = exportedMark(given, { delimiter: format.delimiter, exported: source.exported ?? [] })
      continue
    }
    if (count === 0) {
      found.columns = columnsOf(found.header, source, file, given)
      hide = cardHider(source, found, given)
    }
    const cells = given.map(hide)
    // The limit may leave half a character, which the database refuses.
    if (count < sampleRows) found.sample.push(cells.map((cell) => cell.slice(0, 200).toWellFormed()))
    decimalRows = withDecimals(decimalRows, { position, cells })
    marks = withMarks(marks, cells, exportMark)
    rows.push({ position, state: 'pending', change: {}, cells, keys: source.keysOf?.(cells, found.columns) })
    count++
    characters += cells.reduce((sum, cell) => sum + cell.length, 0)
    if (rows.length < batch.rows && characters < batch.characters) continue
    await addRead(engine.db, job, rows, count === rows.length ? found : {})
    rows = []
    characters = 0
  }
  if (!found || count === 0) throw fileProblem('no_rows')
  await addRead(engine.db, job, rows, count === rows.length ? found : {})
  // The encoding may be known only now.
  return { ...format, decimal_rows: decimalRows, decimal_marks: marks }
}

/** Masks the encoding's example if a row was anonymised meanwhile: it may be that customer's text. */
async function maskAnonymisedExample(tx: Database, job: Job, format: Format): Promise<Format> {
  if (format.example === undefined) return format
  // Locks the job: anonymising waits, and then finds what was stored.
  await tx.select({ id: jobs.id }).from(jobs).where(whereJob(job)).for('update')
  const [anonymised] = await tx
    .select({ position: jobRows.position })
    .from(jobRows)
    .where(and(whereRowOf(job), sql`${jobRows.cells} = '[]'::jsonb`))
    .limit(1)
  return anonymised ? { ...format, example: '•••' } : format
}

/** @throws AppError `invalid` at `file` if the first row is data instead of column names */
function headerOf(cells: string[]): string[] {
  if (cells.some((cell) => isEmailAddress(cell.trim()))) throw fileProblem('no_header')
  return cells
}

/** Rough check: column names never look like this. */
const isEmailAddress = (word: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(word)

const columnsOf = (
  header: string[],
  source: ImportSource,
  { columns }: File,
  first?: string[],
): ImportColumns =>
  columns ? chosenColumns(source.kind, columns, header) : guessedColumns(header, source, first)
