import 'server-only'
import type { ActorContext } from '../../../core/server/context'
import type { ImportColumns, ImportDuplicates, ImportOrder } from '../../import'
import type { ImportKindName } from '../../schema'
import type { JobKind } from '../kinds'
import type { Job, JobRow } from '../tables'
import type { DuplicateKey } from './duplicates'

export type Plan = Pick<JobRow, 'position' | 'state' | 'subject' | 'change' | 'before' | 'errors'> &
  Partial<Pick<JobRow, 'keys'>>
export type PlannedRow = Omit<Plan, 'position'>
export type FileRow = { position: number; cells: readonly string[] }

/** Names of columns in files, separated by spaces, compared without case, spaces and punctuation. */
export type ColumnNames<Target extends string> = Record<Target, string>

/** Consecutive rows of a file that are planned together. */
export type Batch<Target extends string = string> = {
  job: Job
  rows: FileRow[]
  order: ImportOrder
  columns: readonly (Target | null)[]
}

/**
 * Describes the import of one resource. Everything else is the same for all of them: the upload, the choice of columns,
 * the dry run, rows with their errors, the report, sending at the shop's pace, and settling after a crash.
 */
export type ImportKind<Target extends string> = Omit<JobKind, 'planBatch'> & {
  kind: ImportKindName
  names: ColumnNames<Target>
  /** Returns the names of a header that are not imported, such as those that only our own export has. `first`: a row. */
  skipped?: (header: readonly string[], first?: readonly string[]) => readonly string[]
  /** The columns of our own export, which tell the decimal mark of its prices. */
  exported?: readonly string[]
  /**
   * Returns a cell without its secrets, as it is stored. `target`: what its column is read as, as far as it is known
   * when it arrives.
   */
  withoutSecrets?: (cell: string, target: string | null) => string
  /** Identifiers of people in a row (`task_rows.keys`), by which an anonymised customer's rows are found. */
  keysOf?: (cells: readonly string[], columns: ImportColumns) => string[]
  /**
   * Runs before the first rows of a dry run, which can restart at any time.
   * @throws Later to postpone the dry run
   */
  begin?: (context: ActorContext, job: Job) => Promise<void>
  /** Loads what these rows depend on. The returned function plans one row. */
  planner: (context: ActorContext, batch: Batch<Target>) => Promise<(row: FileRow) => PlannedRow>
  duplicates: DuplicateKey | DuplicateSearch<Target>
  /** Plans to undo the next rows of an earlier import. Absent if the gateway keeps what a row has created. */
  planUndo?: JobKind['planBatch']
}

/** Finds duplicates among the rows of a batch, and changes their plans. The dry run adds up the counts. */
type DuplicateSearch<Target extends string> = (
  context: ActorContext,
  batch: Batch<Target>,
  plans: Plan[],
) => Promise<ImportDuplicates>
