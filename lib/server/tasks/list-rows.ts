import 'server-only'
import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { TaskRowItem, TaskRowPage, TaskRowsQuery } from '../../contracts/task'
import type { ActorContext } from '../context'
import { customers } from '../tables/customers'
import { products } from '../tables/products'
import { taskRows, type TaskRow } from '../tables/tasks'
import { isRowOf, loadTask } from './load'

/**
 * Rows of a task in their order, with the names of the products or customers they are about.
 * @throws AppError `not_found`.
 */
export async function listTaskRows(
  context: ActorContext,
  id: string,
  { state, cursor, limit }: TaskRowsQuery,
): Promise<TaskRowPage> {
  const task = await loadTask(context, id)
  // Begun anew with other columns, it has not come to these yet: what they say is from before.
  const plannedTo = task.state === 'planning' ? task.order.planned_to : undefined
  const rows = await context.engine.db
    .select({ row: taskRows, product, customer })
    .from(taskRows)
    .leftJoin(products, and(eq(products.shopId, taskRows.shopId), eq(products.id, taskRows.subject)))
    .leftJoin(customers, and(eq(customers.shopId, taskRows.shopId), eq(customers.id, taskRows.subject)))
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
    items: shown.map((found) => ({ ...toItem(found.row), ...namesOf(found) })),
    next_cursor: rows.length > limit ? String(shown.at(-1)?.row.position) : null,
  }
}

const product = { name: products.name, currency: products.currency }
const customer = { first_name: customers.firstName, last_name: customers.lastName, email: customers.email }

type Found = {
  row: TaskRow
  product: Record<keyof typeof product, string | null> | null
  customer: Record<keyof typeof customer, string | null> | null
}

/** Of a product as it is now; of a customer as the row has it, where it does: who is there already is another one. */
function namesOf({ row: { change }, product: held, customer: known }: Found) {
  return {
    name: held?.name ?? textOrNull(change.name) ?? personName(change) ?? (known && personName(known)),
    currency: held?.currency ?? textOrNull(change.currency),
  }
}

/** Of a customer who has none, the e-mail address. */
function personName({ first_name: first, last_name: last, email }: Record<string, unknown>): string | null {
  const name = [textOrNull(first), textOrNull(last)].filter(Boolean).join(' ')
  return name || textOrNull(email)
}

function toItem(row: TaskRow): Omit<TaskRowItem, 'name' | 'currency'> {
  // When it was last changed before it was sent is for settling only.
  const { updated_at: _, ...before } = row.before ?? {}
  return {
    position: row.position,
    state: row.state,
    subject: row.subject,
    change: row.change,
    before: row.before && before,
    errors: row.errors,
    cells: row.cells,
    finished_at: row.finishedAt?.toISOString() ?? null,
  }
}

const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null
