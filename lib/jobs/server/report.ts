import 'server-only'
import { and, asc, eq, gt, ne, sql } from 'drizzle-orm'
import { formatMajor, minorUnitExponent } from '../../gateway/values/minor-units'
import { webAddressOf } from '../../gateway/values/schemas'
import { products } from '../../products/server/tables'
import { importOrder, isRowField, reasonsByColumn, reportColumns, type ImportOrder } from '../import'
import { importKindOf } from '../import-targets'
import { may } from '../../core/permissions'
import type { JobKindName } from '../schema'
import { holdsPeople, jobPermissions } from '../permissions'
import { productFields } from '../../gateway/products/product'
import { getTranslator } from '../../core/i18n/server'
import type { ActorContext, ShopContext } from '../../core/server/context'
import { byteOrderMark, csvLine, guard } from '../../core/server/files/csv'
import { AppError } from '../../core/server/errors'
import { type Job, type JobRow, jobRows } from './tables'
import { loadJob, whereRowOf } from './load'

const batchRows = 500

/**
 * Returns the job if the actor may download its report.
 * @throws AppError `not_found`, `forbidden`.
 */
export async function loadReported(context: ActorContext, id: string): Promise<Job> {
  const job = await loadJob(context, id)
  const needed = jobPermissions[job.kind as JobKindName].report
  const maySeePeople = !holdsPeople(job.kind) || may(context.actor, 'personal_data.read')
  if (maySeePeople && may(context.actor, needed)) return job
  throw new AppError('forbidden')
}

/** Yields the report of a job as CSV: of a copy all rows, of others those that failed. */
export const jobReport = (context: ShopContext, job: Job): AsyncGenerator<string, void> =>
  job.kind === 'products.copy' && job.undoes === null ? copyReport(context, job) : failureReport(context, job)

/**
 * Yields a CSV of the rows that failed, to be fixed and imported again. For a file: its columns, `file_row`, `error`,
 * surplus cells. For other jobs: the ID, the change, `error`. Leaves out anonymised rows, and rows that may have
 * created a resource: importing them again would create it twice.
 */
async function* failureReport({ engine }: ShopContext, job: Job): AsyncGenerator<string, void> {
  const { header, delimiter, start = '', line, beyond, file } = layoutOf(job)
  yield start + csvLine([...header.map(guard), 'error'], delimiter)
  for (let after = 0; ;) {
    const rows = await engine.db
      .select()
      .from(jobRows)
      .where(
        and(
          whereRowOf(job),
          gt(jobRows.position, after),
          sql`(${jobRows.state} IN ('failed', 'invalid', 'skipped') OR (${jobRows.state} = 'planned' AND ${isGivenUp(job)})
            OR (${jobRows.state} = 'unconfirmed' AND ${jobRows.subject} IS NOT NULL))`,
          sql`${jobRows.cells} IS DISTINCT FROM '[]'::jsonb`,
        ),
      )
      .orderBy(asc(jobRows.position))
      .limit(batchRows)
    yield rows
      .map((row) => csvLine([...line(row), errorCell(row, file), ...beyond(row)].map(guard), delimiter))
      .join('')
    const last = rows.at(-1)
    if (!last || rows.length < batchRows) return
    after = last.position
  }
}

const bulkFields = ['amount', 'quantity', 'infinite', 'expired_at', 'immortal', 'test'] as const
const changedFields = [...new Set<string>([...bulkFields, ...Object.keys(productFields)])]

const isGivenUp = ({ state, startedAt }: Job): boolean =>
  startedAt !== null && (state === 'cancelled' || state === 'failed')

type Layout = {
  header: string[]
  delimiter: string
  start?: string
  line: (row: JobRow) => string[]
  /** Cells beyond the header's columns, kept so that the file can be fixed. */
  beyond: (row: JobRow) => string[]
  file: Pick<ImportOrder, 'header' | 'columns'>
}

function layoutOf(job: Job): Layout {
  if (importKindOf(job)) {
    const order = importOrder.parse(job.order)
    const { header, delimiter, encoding } = order
    // Leaves out the columns of an earlier report: the file may be a fixed one.
    const kept = header.flatMap((name, at) => (reportColumns.includes(name.trim().toLowerCase()) ? [] : [at]))
    return {
      header: [...kept.map((at) => header[at] ?? ''), 'file_row'],
      delimiter,
      // A program that does not write UTF-8 recognises it only by a byte order mark.
      start: encoding === 'utf-8' ? '' : byteOrderMark,
      line: ({ cells, position }) => [...kept.map((at) => cells?.[at] ?? ''), String(position)],
      beyond: ({ cells }) => cells?.slice(header.length) ?? [],
      file: order,
    }
  }
  // Undoing an import or a copy may change any field.
  const fields: readonly string[] = job.kind === 'products.bulk' ? bulkFields : changedFields
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
  if (Array.isArray(value)) return value.join(' ') // In the form that an import reads.
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function errorCell({ state, errors }: JobRow, file: Layout['file']): string {
  if (state === 'planned') return getTranslator('jobReasons')('not_done')
  return reasonsByColumn(file, errors ?? {})
    .map(({ field, messages, column }) =>
      isRowField(field) ? messages.join('; ') : `${column?.name ?? field}: ${messages.join('; ')}`,
    )
    .join(' | ')
}

const header = ['result', 'id', 'name', 'price', 'currency', 'pay_url', 'error']
const product = {
  name: products.name,
  amount: products.amount,
  currency: products.currency,
  payUrl: products.payUrl,
}

/** Yields a CSV of all rows of a copy: the outcome of each, and the product's link in this shop. */
async function* copyReport({ engine, shop }: ShopContext, job: Job): AsyncGenerator<string, void> {
  yield csvLine(header, ',')
  for (let after = 0; ;) {
    const rows = await engine.db
      .select({ row: jobRows, product })
      .from(jobRows)
      .leftJoin(products, and(eq(products.shopId, jobRows.shopId), eq(products.id, jobRows.subject)))
      .where(and(whereRowOf(job), gt(jobRows.position, after), ne(jobRows.state, 'pending')))
      .orderBy(asc(jobRows.position))
      .limit(batchRows)
    yield rows.map((found) => csvLine(cellsOf(found, shop).map(guard), ',')).join('')
    const last = rows.at(-1)
    if (!last || rows.length < batchRows) return
    after = last.row.position
  }
}

type Found = {
  row: JobRow
  product: Pick<typeof products.$inferSelect, keyof typeof product> | null
}

function cellsOf({ row, product: held }: Found, { minorUnits }: ShopContext['shop']): string[] {
  const change = row.change as { name?: string; currency?: string; amount?: number }
  const amount = change.amount ?? held?.amount
  // A new price without a currency is in the old one. The product's may have changed.
  const before = change.amount === undefined ? undefined : (row.before?.currency as string | undefined)
  const currency = change.currency ?? before ?? held?.currency ?? ''
  return [
    getTranslator('jobs')(`row.${row.state}`),
    row.subject ?? '',
    change.name ?? held?.name ?? '',
    amount == null ? '' : formatMajor(amount, minorUnitExponent(currency, minorUnits)),
    currency,
    webAddressOf(held?.payUrl ?? null) ?? '',
    Object.values(row.errors ?? {})
      .flat()
      .join('; '),
  ]
}
