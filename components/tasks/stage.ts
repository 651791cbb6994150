import type { TaskCounts, TaskDetail } from '@/lib/contracts/task'

type Task = Pick<TaskDetail, 'state' | 'counts' | 'started_at' | 'undoable' | 'order' | 'kind' | 'undoes'>

/** Goes on by itself. */
export const isMoving = ({ state }: Pick<Task, 'state'>): boolean =>
  state === 'reading' || state === 'planning' || state === 'running' || state === 'cancelling'

const isStopped = ({ state }: Pick<Task, 'state'>) => state === 'cancelled' || state === 'failed'

/** Rows that nothing more happens with unless somebody asks for it. */
const settled = (counts: TaskCounts) => counts.done + counts.failed + counts.unconfirmed + counts.skipped

export const canRun = (task: Task): boolean =>
  task.counts.planned > 0 && (task.state === 'planned' || (isStopped(task) && task.started_at !== null))

export const canCancel = ({ state }: Pick<Task, 'state'>): boolean =>
  state === 'planning' || state === 'planned' || state === 'running'

/** How many rows a retry takes up again. */
export const retryable = (task: Task): number =>
  (task.state === 'done' || isStopped(task)) && task.started_at !== null
    ? task.counts.failed + task.counts.unconfirmed
    : 0

/** Rows that the report has. */
export const reported = ({ counts }: Pick<Task, 'counts'>): number =>
  counts.failed + counts.invalid + counts.skipped + counts.unconfirmed

/** The file's columns can still be read as something else. */
export const canMap = ({ kind, undoes, state }: Pick<Task, 'kind' | 'undoes' | 'state'>): boolean =>
  kind === 'products.import' && undoes === null && (state === 'planning' || state === 'planned')

/** How far it is: `of` is null where nobody knows yet how many there will be. */
export function progressOf(task: Task): { done: number; of: number | null } {
  const { counts, state } = task
  if (state === 'reading') return { done: counts.total, of: null }
  if (state === 'planning') {
    // Of a file all rows are there at first; those of a selection come with the dry run.
    const isFile = task.kind === 'products.import' && task.undoes === null
    return { done: counts.total - counts.pending, of: isFile ? counts.total : null }
  }
  const done = settled(counts)
  return { done, of: done + counts.planned + counts.sending }
}
