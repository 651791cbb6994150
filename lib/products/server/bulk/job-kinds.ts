import 'server-only'
import { and, asc, gt } from 'drizzle-orm'
import { getTranslator } from '../../../core/i18n/server'
import type { ActorContext } from '../../../core/server/context'
import { AppError } from '../../../core/server/errors'
import { confirmedColumns } from '../../../core/server/mirror/mirror'
import type { JobDetail } from '../../../jobs/schema'
import { readJob } from '../../../jobs/server/answer'
import { createJob, findOrdered } from '../../../jobs/server/create'
import { importJob } from '../../../jobs/server/imports/plan'
import type { JobKind } from '../../../jobs/server/kinds'
import { addRows, lastRow } from '../../../jobs/server/rows'
import type { Job } from '../../../jobs/server/tables'
import { bulkOrder, type BulkOrder } from '../../bulk'
import { planOperation } from './bulk-operation'
import { productCopy } from '../copying/copy'
import { productImport } from '../importing/import'
import { toDetail } from '../listing/item'
import { freshenProducts } from '../mirror/mirror'
import { products } from '../tables'
import { productWork } from './job-send'
import { selectProducts } from '../changing/update'
import { planUndo } from './undo'

export const productJobs = {
  'products.bulk': {
    ...productWork,
    planBatch: (context, job) => (job.undoes ? planUndo(context, job) : planBulk(context, job)),
  },
  'products.copy': productCopy,
  'products.import': importJob(productImport),
} satisfies Record<string, JobKind>

const batchRows = 500

/**
 * Creates a job that starts with a dry run. Nothing is sent before a person starts it, unless `order.run` is set.
 * @throws AppError `invalid` if `until` has passed
 */
export async function orderBulk(context: ActorContext, order: BulkOrder): Promise<JobDetail> {
  const { operation } = order
  if (
    operation.kind === 'extend_expiry' &&
    'until' in operation.by &&
    Date.parse(operation.by.until) <= Date.now()
  )
    throw new AppError('invalid', {
      errors: { 'operation.by.until': [getTranslator('issues')('not_in_future')] },
    })
  const job = await createJob(context, { kind: 'products.bulk', state: 'planning', order })
  return readJob(context, job.id)
}

/**
 * Returns the job of an order whose answer was lost. If there is none, creates it. An order with `run` gets null instead,
 * because another request may be creating its job.
 */
export async function settleBulk(
  context: ActorContext,
  order: BulkOrder,
  sentAt: Date,
): Promise<JobDetail | null> {
  const job = await findOrdered(context, order, sentAt)
  if (job) return job
  return order.run ? null : orderBulk(context, order)
}

/** Plans the next products of the selection, in the order of their IDs. */
async function planBulk(context: ActorContext, job: Job): Promise<boolean> {
  const { engine, shop } = context
  const { operation, selection } = bulkOrder.parse(job.order)
  const last = await lastRow(engine.db, job)
  if (!last) await freshenProducts(context, job)
  const selected = await selectProducts(context, selection)
  const rows = await engine.db
    .select(confirmedColumns(products, 'products'))
    .from(products)
    .where(and(selected, last ? gt(products.id, last.subject ?? '') : undefined))
    .orderBy(asc(products.id))
    .limit(batchRows)
  const plan = { now: Date.now(), minorUnits: shop.minorUnits }
  const planned = rows.map((row, index) => ({
    ...planOperation(operation, toDetail(row), plan),
    position: (last?.position ?? 0) + index + 1,
    subject: row.id,
  }))
  return (await addRows(engine.db, job, planned)) && rows.length === batchRows
}
