import 'server-only'
import { and, asc, eq, gt } from 'drizzle-orm'
import { getTranslator } from '../../core/i18n/server'
import type { ActorContext } from '../../core/server/context'
import { whereRowOf } from '../../jobs/server/load'
import { addRows, lastRow } from '../../jobs/server/rows'
import { taskRows, type Task, type TaskRow } from '../../jobs/server/tables'
import { refusalOf } from './sendable'
import { reverse } from './values'

const batchRows = 500

/** The rows that put back what the next rows of another task have changed. What it made, nobody can unmake. */
export async function planUndo({ engine, shop }: ActorContext, task: Task): Promise<boolean> {
  const last = await lastRow(engine.db, task)
  const done = await engine.db
    .select()
    .from(taskRows)
    .where(
      and(
        whereRowOf({ shopId: shop.id, id: task.undoes ?? '' }),
        eq(taskRows.state, 'done'),
        gt(taskRows.position, last?.position ?? 0),
      ),
    )
    .orderBy(asc(taskRows.position))
    .limit(batchRows)
  const undoing = done.map((row) => ({
    ...undoOf(row),
    position: row.position,
    subject: row.subject,
  }))
  return (await addRows(engine.db, task, undoing)) && done.length === batchRows
}

/** `before` is what must still be there: what was written. */
function undoOf(row: TaskRow): Pick<TaskRow, 'state' | 'change' | 'before' | 'errors'> {
  const text = getTranslator('taskReasons')
  const written = { change: {}, before: row.change }
  if (row.before === null)
    return { ...written, state: 'invalid', errors: { base: [text('cannot_be_unmade')] } }
  const back = reverse(row.change, row.before)
  if (!back) return { ...written, state: 'invalid', errors: { base: [text('unknown_before')] } }
  // Such as the -1 left of what was sold too often: the gateway had it, and takes it from nobody.
  if (refusalOf(back)) return { ...written, state: 'invalid', errors: { base: [text('cannot_be_put_back')] } }
  return { state: 'planned', change: back, before: row.change, errors: null }
}
