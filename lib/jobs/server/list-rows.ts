import 'server-only'
import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { TaskRowItem, TaskRowPage, TaskRowsQuery } from '../schema'
import type { ActorContext } from '../../core/server/context'
import { customers } from '../../customers/server/tables'
import { checkouts } from '../../checkouts/server/tables'
import { products } from '../../products/server/tables'
import { taskRows, type Task, type TaskRow } from './tables'
import { checkoutIdOf, whereRowOf, loadTask } from './load'

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
    .select({ row: taskRows, product, customer, checkout })
    .from(taskRows)
    .leftJoin(products, and(eq(products.shopId, taskRows.shopId), eq(products.id, taskRows.subject)))
    .leftJoin(customers, and(eq(customers.shopId, taskRows.shopId), eq(customers.id, taskRows.subject)))
    .leftJoin(checkouts, and(eq(checkouts.shopId, taskRows.shopId), eq(checkouts.id, taskRows.subject)))
    .where(
      and(
        whereRowOf(task),
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
    items: shown.map((found) => ({ ...toItem(task, found.row), ...namesOf(found) })),
    next_cursor: rows.length > limit ? String(shown.at(-1)?.row.position) : null,
  }
}

const product = { name: products.name, currency: products.currency }
const checkout = { name: checkouts.description, currency: checkouts.currency }
const customer = { first_name: customers.firstName, last_name: customers.lastName, email: customers.email }

type Found = {
  row: TaskRow
  product: Record<keyof typeof product, string | null> | null
  checkout: Record<keyof typeof checkout, string | null> | null
  customer: Record<keyof typeof customer, string | null> | null
}

/** Of a product as it is now; of a customer as the row has it, where it does: who is there already is another one. */
function namesOf({ row, product: one, checkout: other, customer: known }: Found) {
  const held = one ?? other
  const change = fieldsOf(row)
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

function toItem({ kind }: Task, row: TaskRow): Omit<TaskRowItem, 'name' | 'currency'> {
  // Its page says what can be done.
  const isLost = kind === 'checkouts.import' && row.state === 'unconfirmed'

  // When it was last changed before it was sent is for settling only.
  const { updated_at: _, ...before } = row.before ?? {}
  return {
    position: row.position,
    state: row.state,
    subject: isLost ? checkoutIdOf(row) : row.subject,
    change: fieldsOf(row),
    before: row.before && before,
    errors: row.errors,
    cells: row.cells,
    finished_at: row.finishedAt?.toISOString() ?? null,
  }
}

/** What is to be sent; of a checkout, whose fields lie in several objects, what tells it from others, in one. */
function fieldsOf({ change }: TaskRow): Record<string, unknown> {
  const { checkout: request, ...own } = change
  if (typeof request !== 'object' || request === null) return change
  const { order, customer: payer, transaction_type, test } = request as Record<string, object | undefined>
  const { description: name, ...rest } = { ...order } as Record<string, unknown>
  return { name, ...rest, ...payer, transaction_type, ...(test && { test }), ...own }
}

const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null
