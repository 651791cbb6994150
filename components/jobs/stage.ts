import { importKindOf, subjectOf } from '@/lib/jobs/import-targets'
import { isGivenUpUndo } from '@/lib/jobs/refusals'
import type { JobCounts, JobDetail, JobRowState } from '@/lib/jobs/schema'

type Job = Pick<
  JobDetail,
  | 'state'
  | 'counts'
  | 'started_at'
  | 'undoable'
  | 'order'
  | 'kind'
  | 'undoes'
  | 'undone_by'
  | 'may_exist'
  | 'failure'
>

/** Whether the job imports a file. False for a job that undoes another one. */
export const isFileImport = (job: Pick<Job, 'kind' | 'undoes'>): boolean => importKindOf(job) !== null

/** Whether the job copies products from another shop. False for a job that undoes another one. */
export const isProductCopy = ({ kind, undoes }: Pick<Job, 'kind' | 'undoes'>): boolean =>
  kind === 'products.copy' && undoes === null

/** Whether the job continues on its own. */
export const isUnderWay = ({ state }: Pick<Job, 'state'>): boolean =>
  state === 'reading' || state === 'planning' || state === 'running' || state === 'cancelling'

/** Returns why a dry run has nothing to run: nothing would change, or (`impossible`) some rows are invalid. */
export const emptyPlan = ({
  state,
  counts,
}: Pick<Job, 'state' | 'counts'>): 'nothing' | 'impossible' | null =>
  state !== 'planned' || counts.planned > 0 ? null : counts.invalid > 0 ? 'impossible' : 'nothing'

/** Counts the rows that a finished job did not do. */
export const leftOutCount = ({ failed, invalid, skipped, unconfirmed }: JobCounts): number =>
  failed + invalid + skipped + unconfirmed

/** Returns the state to display. `partly` means done, with rows left out. */
export const displayStateOf = (job: Pick<Job, 'state' | 'counts'>) =>
  job.state === 'done' && leftOutCount(job.counts) > 0 ? 'partly' : (emptyPlan(job) ?? job.state)

const isStopped = ({ state }: Pick<Job, 'state'>) => state === 'cancelled' || state === 'failed'

/** Counts the rows that only a person's request can change again. */
const settledCount = (counts: JobCounts) => counts.done + counts.failed + counts.unconfirmed + counts.skipped

/** Counts the rows that a run works on: those to do, and those that were in flight when the job stopped. */
export const runnableCount = (job: Pick<Job, 'state' | 'counts'>): number =>
  job.counts.planned + (isStopped(job) ? job.counts.sending : 0)

/** Whether the job can start or continue. A job that was undone cannot, nor an undo that was given up. */
export const canRun = (job: Job): boolean =>
  job.undone_by === null &&
  !isGivenUpUndo(job) &&
  runnableCount(job) > 0 &&
  (job.state === 'planned' || (isStopped(job) && job.started_at !== null))

/**
 * Why the rows cannot be sent as they were seen: other columns are chosen on the page (`unchecked`), or someone had
 * them checked again (`replanned`) since the dry run that began at `plannedSince`.
 */
export function obstacleTo(
  job: Pick<JobDetail, 'planned_since'>,
  { plannedSince, hasUncheckedColumns }: { plannedSince: string; hasUncheckedColumns: boolean },
) {
  if (job.planned_since !== plannedSince) return 'replanned'
  return hasUncheckedColumns ? 'unchecked' : null
}

/** Whether the planned rows will never run. */
const isGivenUp = (job: Job): boolean =>
  job.state === 'cancelled' || ((job.state === 'failed' || job.state === 'done') && !canRun(job))

/** Returns the display state of a row. In an abandoned job, planned rows become `notDone`. */
export const rowNameOf = (job: Job, state: JobRowState): JobRowState | 'notDone' =>
  state === 'planned' && isGivenUp(job) ? 'notDone' : state

export const canCancel = ({ state }: Pick<Job, 'state'>): boolean =>
  state === 'reading' || state === 'planning' || state === 'planned' || state === 'running'

/** Counts the rows of products that were in flight when the job failed. Once they are settled, it can be undone. */
export const unsettledCount = (job: Pick<Job, 'kind' | 'state' | 'counts' | 'undoes' | 'failure'>): number =>
  job.state === 'failed' && subjectOf(job) === 'products' && !isGivenUpUndo(job) ? job.counts.sending : 0

/** Counts the rows that a retry would send again. */
export const retryableCount = (job: Job): number =>
  job.undone_by === null &&
  !isGivenUpUndo(job) &&
  (job.state === 'done' || isStopped(job)) &&
  job.started_at !== null
    ? job.counts.failed + job.counts.unconfirmed
    : 0

/** Counts the rows that may have created something, and that a person can have sent again. */
export const unconfirmedImportCount = (job: Job): number =>
  (isFileImport(job) || isProductCopy(job)) && retryableCount(job) > 0 ? job.may_exist : 0

/**
 * Counts the rows of the report: all for a copy, those not done for other jobs. Unconfirmed rows of an import that
 * create something are excluded, as it may exist.
 */
export const reportedCount = (job: Job): number => {
  const { counts } = job
  if (isProductCopy(job)) return shownRows(job, null)
  const notDone = isStopped(job) && job.started_at !== null ? counts.planned : 0
  // Imports of customers and checkouts only create.
  const isCreateOnly = isFileImport(job) && job.kind !== 'products.import'
  const unconfirmed = isCreateOnly ? 0 : counts.unconfirmed - job.may_exist
  return counts.failed + counts.invalid + counts.skipped + notDone + unconfirmed
}

export const isReportComplete = (job: Job): boolean => reportedCount(job) === job.counts.total

/** Counts the rows that can be listed, in one state or all. Excludes those the dry run has not reached. */
export const shownRows = ({ counts }: Pick<Job, 'counts'>, state: JobRowState | null): number =>
  state === null ? counts.total - counts.pending : counts[state]

/** Whether the columns of the file can still be mapped differently. */
export const canMap = (job: Pick<Job, 'kind' | 'undoes' | 'state'>): boolean =>
  isFileImport(job) && (job.state === 'planning' || job.state === 'planned')

/** Returns the progress. `of` is null while the total is unknown. */
export function progressOf(job: Job): { done: number; of: number | null } {
  const { counts, state } = job
  if (state === 'reading') return { done: counts.total, of: null }
  if (state === 'planning') {
    // An import knows all its rows from the start. The dry run of a selection finds them as it goes.
    return { done: counts.total - counts.pending, of: isFileImport(job) ? counts.total : null }
  }
  const done = settledCount(counts)
  return { done, of: done + counts.planned + counts.sending }
}
