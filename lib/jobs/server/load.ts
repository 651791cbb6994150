import 'server-only'
import { and, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { v5 as uuidv5, validate as isUuid } from 'uuid'
import type { z } from 'zod'
import { getTranslator } from '../../core/i18n/server'
import { issuesByField } from '../../core/api/issues'
import { may } from '../../core/permissions'
import type { ActorContext, ShopContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { activity } from '../../core/server/tables/requests'
import type { Database } from '../../db/database'
import { jobPermissions } from '../permissions'
import { jobKinds } from '../schema'
import type { RowErrors } from './kinds'
import { jobRows, jobs, type Job, type JobRow } from './tables'

type Key = { shopId: string; id: string }

export const whereJob = ({ shopId, id }: Key): SQL => and(eq(jobs.shopId, shopId), eq(jobs.id, id)) as SQL

export const whereRowOf = ({ shopId, id }: Key): SQL =>
  and(eq(jobRows.shopId, shopId), eq(jobRows.jobId, id)) as SQL

/** Rows that may have created something. */
export const whereMaybeCreated = and(
  eq(jobRows.state, 'unconfirmed'),
  isNull(jobRows.subject),
  // Leaves out anonymised rows: what they sent is no longer known.
  sql`${jobRows.cells} IS DISTINCT FROM '[]'::jsonb`,
) as SQL

/** @throws AppError `not_found` if the ID is not a UUID. */
export function keyOf({ shop }: ShopContext, id: string): Key {
  if (!isUuid(id)) throw new AppError('not_found')
  return { shopId: shop.id, id }
}

/** Blocks other starts and undos until the transaction ends. Returns the job as it is now; undefined if it is gone. */
export async function lockJob(tx: Database, key: Key): Promise<Job | undefined> {
  const [job] = await tx.select().from(jobs).where(whereJob(key)).for('update')
  return job
}

/**
 * Restricts to kinds of jobs that the actor may see. Others appear not to exist. API tokens see no copies, which reveal
 * other shops.
 */
export const whereSeenBy = ({ actor }: ActorContext): SQL =>
  inArray(
    jobs.kind,
    jobKinds
      .filter((kind) => may(actor, jobPermissions[kind].order))
      .filter((kind) => !actor.apiToken || kind !== 'products.copy'),
  )

/** @throws AppError `not_found`, also if the actor may not see the job. */
export async function loadJob(context: ActorContext, id: string): Promise<Job> {
  const [job] = await context.engine.db
    .select()
    .from(jobs)
    .where(and(whereJob(keyOf(context, id)), whereSeenBy(context)))
  if (!job) throw new AppError('not_found')
  return job
}

/** Returns why a row failed, by field, in the gateway's words if it gave any. */
export function rowErrorsOf(error: AppError): RowErrors {
  if (error.errors && Object.keys(error.errors).length > 0) return error.errors
  return { base: [error.detail ?? getTranslator('problems')(error.code)] }
}

/**
 * SQL for the job's order with `notes` merged in and the keys `without` removed. Keeps other current values, because
 * anonymising may have changed them.
 */
export const withNotes = (notes: Record<string, unknown>, without: readonly string[] = []): SQL =>
  sql`(${jobs.order} - ${sql.param(without)}::text[]) || ${JSON.stringify(notes)}::jsonb`

/** Key in an import's order: when its dry run was last restarted, as text. */
export const plannedSince = 'planned_since'

/** When the dry run of the rows began. */
export function plannedSinceOf({ order, createdAt }: Pick<Job, 'order' | 'createdAt'>): Date {
  const since = order[plannedSince]
  return typeof since === 'string' ? new Date(since) : createdAt
}

/**
 * Whether the shop's decimals changed since the dry run: the rows hold minor units, which would now mean other prices
 * than the person saw. A copy converts prices by the decimals of both shops. An undo sends what the gateway had before.
 */
export async function wereDecimalsChanged(db: Database, job: Job): Promise<boolean> {
  if (job.kind === 'customers.import' || job.undoes) return false
  const { from } = job.order
  const source = job.kind === 'products.copy' && typeof from === 'string' ? [from] : []
  return wereDecimalsChangedSince(db, [job.shopId, ...source], plannedSinceOf(job))
}

/** Whether one of the shops changed its decimals. */
export async function wereDecimalsChangedSince(
  db: Database,
  shopIds: string[],
  since: Date,
): Promise<boolean> {
  const whereSince = and(
    inArray(activity.shopId, shopIds),
    eq(activity.action, 'minor_units.changed'),
    gt(activity.at, since),
  )
  const changes = await db.select({ id: activity.id }).from(activity).where(whereSince).limit(1)
  return changes.length > 0
}

/**
 * Length of a turn in milliseconds. Shorter than a stopping process waits, and short enough for jobs of several shops
 * to take turns.
 */
export const turnMs = 3_000

/**
 * Key in a job's order: an instant as text. A person allowed rows sent before it to be sent again if they are not
 * found. Rows lost later need a new decision.
 */
export const repeatedBefore = 'repeated_before'

export function mayBeRepeated({ order }: Pick<Job, 'order'>, { sentAt }: Pick<JobRow, 'sentAt'>): boolean {
  const before = order[repeatedBefore]
  return typeof before === 'string' && sentAt !== null && sentAt.valueOf() < Date.parse(before)
}

export function issueMessages(issues: readonly z.core.$ZodIssue[]): RowErrors {
  const text = getTranslator('issues')
  return issuesByField(issues, ({ key, values }) => text(key, values))
}

/** @throws AppError `invalid`, which fails only this row. */
export function parsePlanned<Schema extends z.ZodType>(schema: Schema, planned: unknown): z.output<Schema> {
  const parsed = schema.safeParse(planned, { reportInput: true })
  if (parsed.success) return parsed.data
  throw new AppError('invalid', { errors: issueMessages(parsed.error.issues) })
}

/** Returns the ID of the checkout that an import's row creates. It is derived, so that a retry finds the same one. */
export const checkoutIdOf = ({ jobId, position }: Pick<JobRow, 'jobId' | 'position'>): string =>
  uuidv5(String(position), jobId)
