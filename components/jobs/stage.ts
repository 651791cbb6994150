import { importKindOf } from '@/lib/jobs/import-targets'
import type { TaskCounts, TaskDetail, TaskRowState } from '@/lib/jobs/schema'

type Task = Pick<
  TaskDetail,
  'state' | 'counts' | 'started_at' | 'undoable' | 'order' | 'kind' | 'undoes' | 'undone_by'
>

/** Whether the job imports a file. False for a job that undoes another one. */
export const isFileImport = (task: Pick<Task, 'kind' | 'undoes'>): boolean => importKindOf(task) !== null

/** Whether the job copies products from another shop. False for a job that undoes another one. */
export const isProductCopy = ({ kind, undoes }: Pick<Task, 'kind' | 'undoes'>): boolean =>
  kind === 'products.copy' && undoes === null

/** Whether the job continues by itself. */
export const isUnderWay = ({ state }: Pick<Task, 'state'>): boolean =>
  state === 'reading' || state === 'planning' || state === 'running' || state === 'cancelling'

/** Returns why a dry run has nothing to run: nothing would change, or (`impossible`) some rows are invalid. */
export const emptyPlan = ({
  state,
  counts,
}: Pick<Task, 'state' | 'counts'>): 'nothing' | 'impossible' | null =>
  state !== 'planned' || counts.planned > 0 ? null : counts.invalid > 0 ? 'impossible' : 'nothing'

/** Counts the rows that a finished job did not do. */
export const leftOutCount = ({ failed, invalid, skipped, unconfirmed }: TaskCounts): number =>
  failed + invalid + skipped + unconfirmed

/** Returns the state to display. `partly` means done, with rows left out. */
export const displayStateOf = (task: Pick<Task, 'state' | 'counts'>) =>
  task.state === 'done' && leftOutCount(task.counts) > 0 ? 'partly' : (emptyPlan(task) ?? task.state)

const isStopped = ({ state }: Pick<Task, 'state'>) => state === 'cancelled' || state === 'failed'

/** Counts the rows that only a person's request can change again. */
const settledCount = (counts: TaskCounts) => counts.done + counts.failed + counts.unconfirmed + counts.skipped

/** Whether the job can start or continue. A job that was undone cannot. */
export const canRun = (task: Task): boolean =>
  task.undone_by === null &&
  task.counts.planned > 0 &&
  (task.state === 'planned' || (isStopped(task) && task.started_at !== null))

/** Whether the planned rows will never run. */
const isGivenUp = (task: Task): boolean =>
  task.state === 'cancelled' || ((task.state === 'failed' || task.state === 'done') && !canRun(task))

/** Returns the display state of a row. In an abandoned job, planned rows become `notDone`. */
export const rowNameOf = (task: Task, state: TaskRowState): TaskRowState | 'notDone' =>
  state === 'planned' && isGivenUp(task) ? 'notDone' : state

export const canCancel = ({ state }: Pick<Task, 'state'>): boolean =>
  state === 'reading' || state === 'planning' || state === 'planned' || state === 'running'

/** Counts the rows that a retry would send again. */
export const retryableCount = (task: Task): number =>
  task.undone_by === null && (task.state === 'done' || isStopped(task)) && task.started_at !== null
    ? task.counts.failed + task.counts.unconfirmed
    : 0

/** Counts the rows that may have created something, and that a person can have sent again. */
export const unconfirmedImportCount = (task: Task): number =>
  (isFileImport(task) || isProductCopy(task)) && retryableCount(task) > 0 ? task.counts.unconfirmed : 0

/**
 * Counts the rows of the report: of a copy all, of other jobs those not done. Unconfirmed rows of an import are
 * excluded, as they may exist.
 */
export const reportedCount = (task: Task): number => {
  const { counts } = task
  if (isProductCopy(task)) return shownRows(task, null)
  const notDone = isStopped(task) && task.started_at !== null ? counts.planned : 0
  return (
    counts.failed + counts.invalid + counts.skipped + notDone + (isFileImport(task) ? 0 : counts.unconfirmed)
  )
}

export const isReportComplete = (task: Task): boolean => reportedCount(task) === task.counts.total

/** Counts the rows that can be listed, in one state or all. Excludes those the dry run has not reached. */
export const shownRows = ({ counts }: Pick<Task, 'counts'>, state: TaskRowState | null): number =>
  state === null ? counts.total - counts.pending : counts[state]

/** Whether the columns of the file can still be mapped differently. */
export const canMap = (task: Pick<Task, 'kind' | 'undoes' | 'state'>): boolean =>
  isFileImport(task) && (task.state === 'planning' || task.state === 'planned')

/** Returns the progress. `of` is null while the total is unknown. */
export function progressOf(task: Task): { done: number; of: number | null } {
  const { counts, state } = task
  if (state === 'reading') return { done: counts.total, of: null }
  if (state === 'planning') {
    // An import knows all its rows from the start. The dry run of a selection finds them as it goes.
    return { done: counts.total - counts.pending, of: isFileImport(task) ? counts.total : null }
  }
  const done = settledCount(counts)
  return { done, of: done + counts.planned + counts.sending }
}
