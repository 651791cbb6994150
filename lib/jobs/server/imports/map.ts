import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import { importOrder, type ImportMapping } from '../../import'
import { importKindOf } from '../../import-targets'
import type { TaskDetail } from '../../schema'
import type { ActorContext } from '../../../core/server/context'
import { AppError } from '../../../core/server/errors'
import { tellBrowsers } from '../../../core/server/live'
import { readTask } from '../answer'
import { countsOf, noCounts } from '../counts'
import { whereTask, loadTask } from '../load'
import { withNotes } from '../order'
import { wakeTask } from '../wake'
import { tasks } from '../tables'
import { chosenColumns } from './columns'

/**
 * Changes how columns are read or whether duplicates are taken, and restarts the dry run.
 * @throws AppError `not_found`, `task_state` if it was started, `invalid`.
 */
export async function mapImport(
  context: ActorContext,
  id: string,
  { columns, with_existing: withExisting }: ImportMapping,
): Promise<TaskDetail> {
  const { db } = context.engine
  const task = await loadTask(context, id)
  const kind = importKindOf(task)
  if (!kind) throw new AppError('task_state')
  const before = importOrder.parse(task.order)
  const notes = {
    columns: chosenColumns(kind, columns, before.header),
    with_existing: withExisting ?? before.with_existing,
    planned_to: 0,
  }
  const { total } = await countsOf(db, task)
  const mapped = await db
    .update(tasks)
    .set({
      order: withNotes(notes, ['twins', 'twins_so_far']),
      state: 'planning',
      counts: { ...noCounts, total, pending: total },
      marks: [],
      waitingUntil: null,
      waitingFor: null,
      stuckSince: null,
    })
    .where(and(whereTask(task), sql`${tasks.state} IN ('planning', 'planned')`, eq(tasks.kind, task.kind)))
    .returning({ id: tasks.id })
  if (mapped.length === 0) throw new AppError('task_state')
  await wakeTask(context.engine, { ...task, state: 'planning' })
  await tellBrowsers(context, { kind: 'task', id })
  return readTask(context, id)
}
