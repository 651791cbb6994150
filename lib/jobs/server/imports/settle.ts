import 'server-only'
import { and, eq, gte, inArray, type SQL } from 'drizzle-orm'
import { getTranslator } from '../../../core/i18n/server'
import type { ActorContext } from '../../../core/server/context'
import { AppError } from '../../../core/server/errors'
import type { MirrorTable } from '../../../core/server/mirror/mirror'
import type { Database } from '../../../db/database'
import type { Outcome, JobKind } from '../kinds'
import { mayBeRepeated, whereRowOf } from '../load'
import { jobRows, type JobRow } from '../tables'

/**
 * The person was anonymised (lib/customers/server/importing/import-anonymise.ts): what the row sends is no longer
 * known.
 */
export const isAnonymised = ({ change }: Pick<JobRow, 'change'>): boolean => Object.keys(change).length === 0

/** An anonymised row that was under way, and that the gateway did not accept. */
export const anonymisedOutcome = ({ errors }: JobRow): Outcome => ({
  state: 'skipped',
  errors: errors ?? undefined,
})

/** A row's request was sent, and its outcome is unknown. */
export const unconfirmedOutcome = (): Outcome => ({
  state: 'unconfirmed',
  errors: { base: [getTranslator('jobReasons')('unconfirmed')] },
})

type Created = {
  /** IDs of resources that were stored as the result of this request, although its row was not updated. */
  stored: string[]
  /**
   * Looks for the result in the gateway's list.
   * @throws AppError `unconfirmed` if several could be it
   */
  find: () => Promise<{ id: string } | null>
}

/** Finds the outcome of a create without an answer. Only a person has it sent again: nothing is created twice. */
export async function settleCreated(
  { engine }: ActorContext,
  { job, row }: Parameters<JobKind['settle']>[1],
  { stored, find }: Created,
): Promise<Outcome> {
  const [kept, ...others] = await unclaimed(engine.db, row, stored)
  if (kept !== undefined && others.length === 0) return { state: 'done', subject: kept }
  const found = await find().catch(severalOrThrow)
  if (found === 'several') return unconfirmedOutcome()
  if (found) return { state: 'done', subject: found.id }
  return mayBeRepeated(job, row) ? { state: 'planned' } : unconfirmedOutcome()
}

/** Returns those of `ids` that no row of the job refers to. */
async function unclaimed(
  db: Database,
  { shopId, jobId }: Pick<JobRow, 'shopId' | 'jobId'>,
  ids: string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({ subject: jobRows.subject })
    .from(jobRows)
    .where(and(whereRowOf({ shopId, id: jobId }), inArray(jobRows.subject, ids)))
  const claimed = new Set(rows.map(({ subject }) => subject))
  return ids.filter((id) => !claimed.has(id))
}

/** Several resources could be the one created. Rethrows other errors. */
function severalOrThrow(error: unknown): 'several' {
  if (error instanceof AppError && error.code === 'unconfirmed') return 'several'
  throw error
}

export const sentAtOf = ({ sentAt }: JobRow): Date => sentAt ?? new Date(0)

/** Restricts to resources that the actor created since the row was sent. */
export const whereCreatedBy = (
  { shop, actor }: ActorContext,
  table: MirrorTable & Record<'submittedBy', MirrorTable['id']>,
  sentAt: Date,
): SQL =>
  and(
    eq(table.shopId, shop.id),
    gte(table.firstSeenAt, sentAt),
    gte(table.submittedAt, sentAt),
    eq(table.submittedBy, actor.userId),
  ) as SQL
