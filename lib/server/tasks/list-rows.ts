import 'server-only'
import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { TaskRowPage, TaskRowsQuery } from '../../contracts/task'
import type { ShopContext } from '../context'
import { products } from '../tables/products'
import { taskRows, type TaskRow } from '../tables/tasks'
import { isRowOf, loadTask } from './load'

/** Rows of a task in their order, with the names of the products they are about. @throws AppError `not_found`. */
export async function listTaskRows(
  context: ShopContext,
  id: string,
  { state, cursor, limit }: TaskRowsQuery,
): Promise<TaskRowPage> {
  const task = await loadTask(context, id)
  // Begun anew with other columns, it has not come to these yet: what they say is from before.
  const plannedTo = task.state === 'planning' ? task.order.planned_to : undefined
  const rows = await context.engine.db
    .select({ row: taskRows, name: products.name, currency: products.currency })
    .from(taskRows)
    .leftJoin(products, and(eq(products.shopId, taskRows.shopId), eq(products.id, taskRows.subject)))
    .where(
      and(
        isRowOf(task),
        gt(taskRows.position, cursor === undefined ? 0 : Number(cursor)),
        state && inArray(taskRows.state, state),
        // The dry run of a file has not looked at these yet: there is nothing to show.
        state ? undefined : sql`${taskRows.state} <> 'pending'`,
        plannedTo === undefined ? undefined : lte(taskRows.position, Number(plannedTo)),
      ),
    )
    .orderBy(asc(taskRows.position))
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  return {
    items: shown.map(({ row, ...product }) => toItem(row, product)),
    next_cursor: rows.length > limit ? String(shown.at(-1)?.row.position) : null,
  }
}

function toItem(row: TaskRow, product: { name: string | null; currency: string | null }) {
  const { name, currency } = row.change
  // When it was last changed before it was sent is for settling only.
  const { updated_at: _, ...before } = row.before ?? {}
  return {
    position: row.position,
    state: row.state,
    subject: row.subject,
    name: product.name ?? textOrNull(name),
    currency: product.currency ?? textOrNull(currency),
    change: row.change,
    before: row.before && before,
    errors: row.errors,
    cells: row.cells,
    finished_at: row.finishedAt?.toISOString() ?? null,
  }
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)
