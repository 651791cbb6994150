import 'server-only'
import { and, asc, gt } from 'drizzle-orm'
import { getTranslator } from '../../../core/i18n/server'
import type { ActorContext } from '../../../core/server/context'
import { AppError } from '../../../core/server/errors'
import { confirmedColumns } from '../../../core/server/mirror/mirror'
import type { TaskDetail } from '../../../jobs/schema'
import { readTask } from '../../../jobs/server/answer'
import { createTask } from '../../../jobs/server/create'
import { importTask } from '../../../jobs/server/imports/plan'
import type { TaskKind } from '../../../jobs/server/kinds'
import { findOrdered } from '../../../jobs/server/ordered'
import { addRows, lastRow } from '../../../jobs/server/rows'
import type { Task } from '../../../jobs/server/tables'
import { bulkOrder, type BulkOrder } from '../../bulk'
import { planOperation } from './bulk-operation'
import { productCopy } from '../copying/copy'
import { productImport } from '../importing/import'
import { toDetail } from '../listing/item'
import { freshenProducts } from '../mirror/mirror'
import { products } from '../tables'
import { productWork } from './task-send'
import { selectProducts } from '../changing/update'
import { planUndo } from './undo'

export const productTasks = {
  'products.bulk': {
    ...productWork,
    planBatch: (context, task) => (task.undoes ? planUndo(context, task) : planBulk(context, task)),
  },
  'products.copy': productCopy,
  'products.import': importTask(productImport),
} satisfies Record<string, TaskKind>

const batchRows = 500

/**
 * Creates a job that starts with a dry run. Nothing is sent before a person starts it, unless `order.run` is set.
 * @throws AppError `invalid` if `until` has passed
 */
export async function orderBulk(context: ActorContext, order: BulkOrder): Promise<TaskDetail> {
  const { operation } = order
  if (
    operation.kind === 'extend_expiry' &&
    'until' in operation.by &&
    Date.parse(operation.by.until) <= Date.now()
  )
    throw new AppError('invalid', {
      errors: { 'operation.by.until': [getTranslator('issues')('not_in_future')] },
    })
  const task = await createTask(context, { kind: 'products.bulk', state: 'planning', order })
  return readTask(context, task.id)
}

/**
 * Returns the job of an order whose answer was lost. If there is none, creates it; with `run` returns null, since
 * another request may be settling the same order.
 */
export async function settleBulk(
  context: ActorContext,
  order: BulkOrder,
  sentAt: Date,
): Promise<TaskDetail | null> {
  const task = await findOrdered(context, order, sentAt)
  if (task) return task
  return order.run ? null : orderBulk(context, order)
}

/** Plans the next products of the selection, in the order of their IDs. */
async function planBulk(context: ActorContext, task: Task): Promise<boolean> {
  const { engine, shop } = context
  const { operation, selection } = bulkOrder.parse(task.order)
  const last = await lastRow(engine.db, task)
  if (!last) await freshenProducts(context)
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
  return (await addRows(engine.db, task, planned)) && rows.length === batchRows
}
