import 'server-only'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { rightsKey } from '../../core/permissions'
import type { ActorContext, ShopContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { keysetPage } from '../../core/server/lists/keyset'
import { countRows } from '../../core/server/lists/total'
import { qualified } from '../../core/server/qualified'
import { users } from '../../core/server/tables/users'
import type { TaskCounts, TaskDetail, TaskKindName, TaskListQuery, TaskPage } from '../schema'
import { countsOf } from './counts'
import { whereSeenBy, whereTask, keyOf } from './load'
import { readingMarks, rowsPerSecond } from './pace'
import { tasks, type Task } from './tables'
import { otherShopOf } from '../../core/server/auth/other-shop'
import { storedCopy } from '../../products/copy'
import type { ShownCopy } from '../copies'

export const hasEnded = ({ state }: Pick<Task, 'state'>): boolean =>
  state === 'done' || state === 'cancelled' || state === 'failed'

/** @throws AppError `not_found`, also if the actor may not see the job. */
export async function readTask(context: ActorContext, id: string): Promise<TaskDetail> {
  const [found] = await withOthers(context).where(and(whereTask(keyOf(context, id)), whereSeenBy(context)))
  if (!found) throw new AppError('not_found')
  return toDetail(context, found)
}

export async function listTasks(context: ActorContext, query: TaskListQuery): Promise<TaskPage> {
  const { engine, shop, actor } = context
  const keyset = keysetPage(
    {
      expression: sql`${tasks.createdAt}`,
      id: sql`${tasks.id}::text`,
      type: 'timestamptz',
      descending: true,
    },
    { ...query, sort: '-created_at' },
  )
  const where = and(eq(tasks.shopId, shop.id), whereSeenBy(context)) as SQL
  const rows = await withOthers(context)
    .where(and(where, keyset.after))
    .orderBy(keyset.orderBy)
    .limit(keyset.take)
  const total = await countRows(engine.db, tasks, where, {
    key: JSON.stringify(['tasks', shop.id, rightsKey(actor)]),
  })
  const { rows: shown, ...cursors } = keyset.page(rows)
  const items = await Promise.all(shown.map((one) => toDetail(context, one)))
  return { items, ...cursors, ...total, synced_at: null }
}

/** Selects jobs with their creators and related jobs, in one statement for any number. */
const withOthers = ({ engine }: ShopContext) =>
  engine.db
    .select({
      task: tasks,
      createdBy: users.name,
      cursor_value: sql<string>`${tasks.createdAt}::text`,
      cursor_id: sql<string>`${tasks.id}::text`,
      undoneBy: sql<
        string | null
      >`(SELECT other.id FROM ${tasks} other WHERE other.shop_id = ${qualified(tasks.shopId)}
        AND other.undoes = ${qualified(tasks.id)} LIMIT 1)`,
      // The job that sends before this one (lease.ts).
      behind: sql<
        string | null
      >`CASE WHEN ${qualified(tasks.state)} = 'running' THEN (SELECT other.id FROM ${tasks} other
        WHERE other.shop_id = ${qualified(tasks.shopId)} AND other.state IN ('running', 'cancelling')
          AND (other.started_at, other.id) < (${qualified(tasks.startedAt)}, ${qualified(tasks.id)})
        ORDER BY other.started_at, other.id LIMIT 1) END`,
    })
    .from(tasks)
    .leftJoin(users, eq(users.id, tasks.createdBy))

type Found = Awaited<ReturnType<typeof withOthers>>[number]

async function toDetail(context: ActorContext, found: Found): Promise<TaskDetail> {
  const { task, createdBy, undoneBy, behind } = found
  const { changed, ...counts } = await countsOf(context.engine.db, task)
  const isMoving = task.state === 'running' || task.state === 'planning'
  // Without a reason it only waits for a sync, which is not shown.
  const waits = isMoving && task.waitingFor ? task.waitingUntil : null
  return {
    id: task.id,
    kind: task.kind as TaskKindName,
    state: task.state,
    counts,
    pace: waits || behind ? null : paceOf(task, counts),
    order: await shownOrder(context, task),
    failure: task.failure,
    waiting_until: waits?.toISOString() ?? null,
    waiting_for: waits ? task.waitingFor : null,
    waiting_behind: behind,
    undoes: task.undoes,
    undone_by: undoneBy,
    undoable: hasEnded(task) && undoneBy === null && changed > 0,
    created_at: task.createdAt.toISOString(),
    created_by: createdBy,
    started_at: task.startedAt?.toISOString() ?? null,
    finished_at: task.finishedAt?.toISOString() ?? null,
  }
}

function paceOf(task: Task, { total }: TaskCounts): number | null {
  const now = Date.now()
  return rowsPerSecond(task.state === 'reading' ? readingMarks(task, total, now) : task.marks, now)
}

export async function undoingTask(
  db: ShopContext['engine']['db'],
  { shopId, id }: Pick<Task, 'shopId' | 'id'>,
): Promise<string | null> {
  const [row] = await db
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.shopId, shopId), eq(tasks.undoes, id)))
    .limit(1)
  return row?.id ?? null
}

/**
 * Returns a job's order as the person may see it: a copy names the other shop only to its members, and says nothing if it
 * cannot be read.
 */
async function shownOrder(
  { engine, actor }: ActorContext,
  { kind, order }: Task,
): Promise<Record<string, unknown>> {
  if (kind !== 'products.copy') return order
  const { data: copy } = storedCopy.safeParse(order)
  if (!copy) return { from: null, selection: null, match: null } satisfies ShownCopy
  const { from, selection, match } = copy
  const found = await otherShopOf(engine.db, actor, from)
  if (!found) return { from: null, selection: null, match } satisfies ShownCopy
  const { id, name, mode } = found.shop
  return { from: { id, name, mode }, selection, match } satisfies ShownCopy
}
