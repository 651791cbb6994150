import 'server-only'
import type { ActorContext } from '../../core/server/context'
import type { ReadOnce } from '../../core/server/mirror/create'
import { singleton } from '../../db/singleton'
import type { JobKindName } from '../schema'
import type { Job, JobRow } from './tables'

type JobKinds = Record<JobKindName, JobKind>

/** Registered at start-up, so that this folder depends on no feature. */
export const jobKinds = singleton<JobKinds>('job-kinds')

export function kindOf({ kind }: Pick<Job, 'kind'>): JobKind {
  const kinds = jobKinds.get()
  if (!Object.hasOwn(kinds, kind)) throw new Error(`no kind of job is named ${kind}`)
  return kinds[kind as JobKindName]
}

export type RowErrors = Record<string, string[]>

/** Outcome of a row. `planned`: nothing was done, and it can be sent (again). */
export type Outcome = {
  state: 'planned' | 'done' | 'unchanged' | 'failed' | 'skipped' | 'unconfirmed'
  /** ID of the created resource, or, for a skipped row, of the existing one. */
  subject?: string
  errors?: RowErrors
}

type RowWork = {
  job: Job
  row: JobRow
  /**
   * Call just before sending: marks the row as being sent, and stores the previous values.
   * @throws Stopped if it must not be sent, because the job was cancelled or now belongs to another process.
   */
  begin: (before: Record<string, unknown> | null) => Promise<void>
}

/** A kind of job. Its functions may run in any process, and again after a crash. */
export type JobKind = {
  /**
   * Plans the next rows. Returns false after the last ones.
   * @throws Later
   */
  planBatch: (context: ActorContext, job: Job) => Promise<boolean>
  /**
   * Runs in every turn, before rows are sent.
   * @throws Later, GatewayError: the job waits.
   */
  prepare?: (context: ActorContext, job: Job) => Promise<void>
  /** @throws Stopped, GatewayError, AppError `unconfirmed` if the gateway may have done it. */
  send: (context: ActorContext, work: RowWork) => Promise<Outcome>
  /** Finds the outcome of a row whose sender died before it got an answer. `read` reads a list once for all rows. */
  settle: (context: ActorContext, work: Omit<RowWork, 'begin'> & { read: ReadOnce }) => Promise<Outcome>
  /** Whether an unconfirmed row may be sent again when a person asks for it. */
  mayRepeat: (row: Pick<JobRow, 'subject'>) => boolean
}

/** Postpones the job, because something it depends on is not ready yet. */
export class Later extends Error {
  override readonly name = 'Later'
  constructor(readonly seconds: number) {
    super(`to be tried again in ${seconds} s`)
  }
}

/** This process may send nothing more for this job. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
}
