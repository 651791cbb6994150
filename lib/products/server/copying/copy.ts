import 'server-only'
import { and, asc, gt, inArray, isNull, sql } from 'drizzle-orm'
import { getTranslator } from '../../../core/i18n/server'
import { recordActivity } from '../../../core/server/activity/record'
import type { ActorContext } from '../../../core/server/context'
import { AppError } from '../../../core/server/errors'
import { confirmedColumns } from '../../../core/server/mirror/mirror'
import type { TaskDetail } from '../../../jobs/schema'
import { readTask } from '../../../jobs/server/answer'
import { createTask } from '../../../jobs/server/create'
import type { TaskKind } from '../../../jobs/server/kinds'
import { whereRowOf } from '../../../jobs/server/load'
import { findOrdered } from '../../../jobs/server/ordered'
import { addRows, lastRow } from '../../../jobs/server/rows'
import { taskRows, type Task } from '../../../jobs/server/tables'
import { storedCopy, type CopyOrder } from '../../copy'
import { planUndo } from '../bulk/undo'
import { selectProducts } from '../changing/update'
import { toDetail } from '../listing/item'
import { freshenProducts } from '../mirror/mirror'
import { products } from '../tables'
import { productsByKey } from './match'
import { planCopy } from './plan'
import { copyWork } from './send'
import { sourceContext } from './source'

/** Copies products from another shop into the job's shop. */
export const productCopy: TaskKind = {
  ...copyWork,
  planBatch: (context, task) => (task.undoes ? planUndo(context, task) : planBatch(context, task)),
}

const batchRows = 500

/**
 * Creates a job that starts with a dry run: nothing is sent before a person starts it. Recorded in the other shop too,
 * whose products are read.
 * @throws AppError `not_found` if the person may not read the other shop's products; `invalid` if it is the same shop
 */
export async function orderCopy(context: ActorContext, order: CopyOrder): Promise<TaskDetail> {
  if (order.from === context.shop.id)
    throw new AppError('invalid', { errors: { from: [getTranslator('taskReasons')('copy.sameShop')] } })
  const source = await sourceContext(context, order.from)
  if (!source) throw new AppError('not_found')
  const task = await createTask(context, { kind: 'products.copy', state: 'planning', order })
  await recordActivity(context.engine.db, source, { action: 'products.copied', subject: task.id })
  return readTask(context, task.id)
}

/** Returns the job of an order whose answer was lost, or creates it: it changes nothing before a person starts it. */
export const settleCopy = async (
  context: ActorContext,
  order: CopyOrder,
  sentAt: Date,
): Promise<TaskDetail> => (await findOrdered(context, order, sentAt)) ?? orderCopy(context, order)

/** Plans the next products of the selection, in the order of their IDs. */
async function planBatch(context: ActorContext, task: Task): Promise<boolean> {
  const { db } = context.engine
  const { from, selection, match } = storedCopy.parse(task.order)
  const source = await sourceContext(context, from)
  if (!source) throw new AppError('forbidden') // They left that shop since they ordered the copy.
  const last = await lastRow(db, task)
  if (!last) await Promise.all([freshenProducts(source), freshenProducts(context)])
  const rows = await db
    .select(confirmedColumns(products, 'products'))
    .from(products)
    .where(
      and(
        await selectProducts(source, selection),
        isNull(products.vanishedAt),
        last ? gt(products.id, last.cells?.[0] ?? '') : undefined,
      ),
    )
    .orderBy(asc(products.id))
    .limit(batchRows)
  const keys = [...new Set(rows.flatMap((row) => row[match] || []))]
  const found = await productsByKey(context, match, keys)
  const earlier = await earlierKeys(context, task, keys)
  const shops = { source: source.shop, target: context.shop }
  const planned = rows.map((row, index) => {
    const key = row[match] ?? ''
    const matching = (found.get(key) ?? []).map((held) => toDetail(held))
    const plan = planCopy(toDetail(row), { ...shops, match, matching, isRepeated: earlier.has(key) })
    if (key) earlier.add(key) // Without one the row is refused anyway.
    return { ...plan, position: (last?.position ?? 0) + index + 1, cells: [row.id, key] }
  })
  return (await addRows(db, task, planned)) && rows.length === batchRows
}

/** Returns those of `keys` that rows of earlier batches have. */
async function earlierKeys({ engine }: ActorContext, task: Task, keys: string[]): Promise<Set<string>> {
  const key = sql<string>`${taskRows.cells}->>1`
  const rows = await engine.db
    .select({ key })
    .from(taskRows)
    .where(and(whereRowOf(task), inArray(key, keys)))
  return new Set(rows.map((row) => row.key))
}
