import { importKindOf } from '@/lib/jobs/import-targets'
import type { TaskCounts, TaskDetail, TaskRowState } from '@/lib/jobs/schema'

type Task = Pick<
  TaskDetail,
  'state' | 'counts' | 'started_at' | 'undoable' | 'order' | 'kind' | 'undoes' | 'undone_by'
>

/** Reads a file, and not the changes of an earlier job. */
export const isFile = (task: Pick<Task, 'kind' | 'undoes'>): boolean => importKindOf(task) !== null

/** Goes on by itself. */
export const isMoving = ({ state }: Pick<Task, 'state'>): boolean =>
  state === 'reading' || state === 'planning' || state === 'running' || state === 'cancelling'

/** A dry run after which there is nothing to run: all is so already, or (`impossible`) what is not cannot be sent. */
export const emptyPlan = ({
  state,
  counts,
}: Pick<Task, 'state' | 'counts'>): 'nothing' | 'impossible' | null =>
  state !== 'planned' || counts.planned > 0 ? null : counts.invalid > 0 ? 'impossible' : 'nothing'

/** Rows that were to be done and were not, of a job that went through to its end. */
export const leftOut = ({ failed, invalid, skipped, unconfirmed }: TaskCounts): number =>
  failed + invalid + skipped + unconfirmed

/** What to call the state it is in. `partly`: it ended, and left rows out. */
export const standingOf = (task: Pick<Task, 'state' | 'counts'>) =>
  task.state === 'done' && leftOut(task.counts) > 0 ? 'partly' : (emptyPlan(task) ?? task.state)

const isStopped = ({ state }: Pick<Task, 'state'>) => state === 'cancelled' || state === 'failed'

/** Rows that nothing more happens with unless somebody asks for it. */
const settled = (counts: TaskCounts) => counts.done + counts.failed + counts.unconfirmed + counts.skipped

/** What was put back stays so: nothing of it is sent again. */
export const canRun = (task: Task): boolean =>
  task.undone_by === null &&
  task.counts.planned > 0 &&
  (task.state === 'planned' || (isStopped(task) && task.started_at !== null))

/** What was to be done and will not be, as somebody gave it up. */
const isGivenUp = (task: Task): boolean =>
  task.state === 'cancelled' || ((task.state === 'failed' || task.state === 'done') && !canRun(task))

/** What rows in a state are called: what a job that was given up had planned is no longer to be done. */
export const rowNameOf = (task: Task, state: TaskRowState): TaskRowState | 'notDone' =>
  state === 'planned' && isGivenUp(task) ? 'notDone' : state

export const canCancel = ({ state }: Pick<Task, 'state'>): boolean =>
  state === 'reading' || state === 'planning' || state === 'planned' || state === 'running'

/** How many rows a retry takes up again. */
export const retryable = (task: Task): number =>
  task.undone_by === null && (task.state === 'done' || isStopped(task)) && task.started_at !== null
    ? task.counts.failed + task.counts.unconfirmed
    : 0

/** Rows of a file whose outcome is unknown. */
export const lost = (task: Task): number =>
  isFile(task) && retryable(task) > 0 ? task.counts.unconfirmed : 0

/** Rows that the report has: what was to be done and was not. Of a file, not what may have been made. */
export const reported = (task: Task): number => {
  const { counts } = task
  const notDone = isStopped(task) && task.started_at !== null ? counts.planned : 0
  return counts.failed + counts.invalid + counts.skipped + notDone + (isFile(task) ? 0 : counts.unconfirmed)
}

/** Whether the report has every row. */
export const noneTaken = (task: Task): boolean => reported(task) === task.counts.total

/** How many rows can be looked at, of one state or of all. Those the dry run has not come to are not among them. */
export const shownRows = ({ counts }: Pick<Task, 'counts'>, state: TaskRowState | null): number =>
  state === null ? counts.total - counts.pending : counts[state]

/** The file's columns can still be read as something else. */
export const canMap = (task: Pick<Task, 'kind' | 'undoes' | 'state'>): boolean =>
  isFile(task) && (task.state === 'planning' || task.state === 'planned')

/** How far it is: `of` is null while the total is unknown. */
export function progressOf(task: Task): { done: number; of: number | null } {
  const { counts, state } = task
  if (state === 'reading') return { done: counts.total, of: null }
  if (state === 'planning') {
    // Of a file all rows are there at first; those of a selection come with the dry run.
    return { done: counts.total - counts.pending, of: isFile(task) ? counts.total : null }
  }
  const done = settled(counts)
  return { done, of: done + counts.planned + counts.sending }
}
