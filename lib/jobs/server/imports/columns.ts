import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import { getTranslator } from '../../../core/i18n/server'
import type { ActorContext } from '../../../core/server/context'
import { AppError } from '../../../core/server/errors'
import { publishLiveEvent } from '../../../core/server/live'
import { type ImportColumns, importOrder, type ImportMapping } from '../../import'
import { importTargets, importKindOf } from '../../import-targets'
import type { ImportKindName, JobDetail } from '../../schema'
import { readJob } from '../answer'
import { countsOf, noCounts } from '../counts'
import { wakeJob } from '../create'
import { plannedSince, whereJob, loadJob, withNotes } from '../load'
import { jobs } from '../tables'
import type { ColumnNames, ImportKind } from './kind'
import { fileProblem } from './reasons'

/**
 * Guesses the columns of a file by their names; null for unknown ones and for those of `skipped`. The first column of a
 * kind counts.
 */
export function guessColumns<Target extends string>(
  header: readonly string[],
  names: ColumnNames<Target>,
  skipped: readonly string[] = [],
): (Target | null)[] {
  const targets = new Map(
    Object.entries<string>(names).flatMap(([target, all]) =>
      all.split(/\s+/).map((name) => [name, target as Target]),
    ),
  )
  const used = new Set<Target>()
  return header.map((name) => {
    if (skipped.includes(name)) return null
    const target = targets.get(name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''))
    if (target === undefined || used.has(target)) return null
    used.add(target)
    return target
  })
}

/**
 * `first`: the first row below the header, as far as it is known.
 * @throws AppError `invalid` at `file`
 */
export function guessedColumns(
  header: readonly string[],
  { names, skipped }: Pick<ImportKind<string>, 'names' | 'skipped'>,
  first?: readonly string[],
): ImportColumns {
  const guessed = guessColumns(header, names, skipped?.(header, first))
  // A single unknown column is text, not a table.
  if (header.length === 1 && guessed[0] === null) throw fileProblem('not_csv')
  return guessed
}

/** @throws AppError `invalid` at `columns` */
export function chosenColumns(
  kind: ImportKindName,
  columns: ImportColumns,
  header: readonly string[],
): ImportColumns {
  const { targets } = importTargets[kind]
  const isKnown = columns.every((column) => column === null || targets.includes(column))
  if (isKnown && columns.length === header.length) return columns
  const reason = getTranslator('issues')(isKnown ? 'invalid' : 'invalid_choice')
  throw new AppError('invalid', { errors: { columns: [reason] } })
}

/**
 * Changes how columns are read or whether duplicates are imported, and restarts the dry run.
 * @throws AppError `not_found`, `task_state` if it was started, `invalid`.
 */
export async function mapImport(
  context: ActorContext,
  id: string,
  { columns, with_existing: isExistingIncluded }: ImportMapping,
): Promise<JobDetail> {
  const { db } = context.engine
  const job = await loadJob(context, id)
  const kind = importKindOf(job)
  if (!kind) throw new AppError('task_state')
  const before = importOrder.parse(job.order)
  const notes = {
    columns: chosenColumns(kind, columns, before.header),
    // If absent, it stays, because another person may have changed it meanwhile.
    ...(isExistingIncluded !== undefined && { with_existing: isExistingIncluded }),
    planned_to: 0,
  }
  const { total } = await countsOf(db, job)
  const mapped = await db
    .update(jobs)
    .set({
      order: sql`${withNotes(notes, ['twins', 'twins_so_far'])} || jsonb_build_object(${plannedSince}::text, now())`,
      state: 'planning',
      counts: { ...noCounts, total, pending: total },
      marks: [],
      waitingUntil: null,
      waitingFor: null,
      stuckSince: null,
    })
    .where(and(whereJob(job), sql`${jobs.state} IN ('planning', 'planned')`, eq(jobs.kind, job.kind)))
    .returning({ id: jobs.id })
  if (mapped.length === 0) throw new AppError('task_state')
  await wakeJob(context.engine, { ...job, state: 'planning' })
  await publishLiveEvent(context, { kind: 'task', id })
  return readJob(context, id)
}
