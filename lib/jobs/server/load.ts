import 'server-only'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { may } from '../../core/permissions'
import { taskKinds } from '../schema'
import { taskPermissions } from '../permissions'
import type { ActorContext, ShopContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { taskRows, tasks, type Task, type TaskRow } from './tables'
import { getTranslator } from '../../core/i18n/server'
import type { RowErrors } from './kinds'
import type { z } from 'zod'
import { issuesByField } from '../../core/issues'
import type { Database } from '../../db/database'
import { v5 as uuidv5 } from 'uuid'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type Key = { shopId: string; id: string }

export const whereTask = ({ shopId, id }: Key): SQL => and(eq(tasks.shopId, shopId), eq(tasks.id, id)) as SQL

/** The rows of a task. */
export const whereRowOf = ({ shopId, id }: Key): SQL =>
  and(eq(taskRows.shopId, shopId), eq(taskRows.taskId, id)) as SQL

/** Names a task of this shop by what somebody gave as its ID. @throws AppError `not_found` where it is none. */
export function keyOf({ shop }: ShopContext, id: string): Key {
  if (!uuid.test(id)) throw new AppError('not_found')
  return { shopId: shop.id, id }
}

/** That it is of a kind that whoever asks may see: others are as if they were not there. */
export const whereSeenBy = ({ actor }: ActorContext): SQL =>
  inArray(
    tasks.kind,
    taskKinds.filter((kind) => may(actor.role, taskPermissions[kind].order)),
  )

/** The task of this shop. @throws AppError `not_found`, also where whoever asks may not see it. */
export async function loadTask(context: ActorContext, id: string): Promise<Task> {
  const [task] = await context.engine.db
    .select()
    .from(tasks)
    .where(and(whereTask(keyOf(context, id)), whereSeenBy(context)))
  if (!task) throw new AppError('not_found')
  return task
}

/** Why a row failed, by field, in words: the gateway's own where it spoke. */
export function rowErrorsOf(error: AppError): RowErrors {
  if (error.errors && Object.keys(error.errors).length > 0) return error.errors
  return { base: [error.detail ?? getTranslator('problems')(error.code)] }
}

/**
 * The task's order with these in it, and without those; what else stands there by now, as a customer may be blanked in
 * it, stays.
 */
export const withNotes = (notes: Record<string, unknown>, without: readonly string[] = []): SQL =>
  sql`(${tasks.order} - ${sql.param(without)}::text[]) || ${JSON.stringify(notes)}::jsonb`

/**
 * How long a task is worked at in one go, in milliseconds: shorter than what a stopping process waits for its jobs,
 * and short enough for the tasks of several shops to take turns.
 */
export const sliceMs = 3_000

/**
 * In a task's order: rows that were sent before then (an instant as text), and are not to be found, may be sent again,
 * because a person said so. What is lost after that is a new question.
 */
export const repeatedBefore = 'repeated_before'

/** Whether a row that makes something, and was not found, may be sent again. */
export function mayBeRepeated({ order }: Pick<Task, 'order'>, { sentAt }: Pick<TaskRow, 'sentAt'>): boolean {
  const before = order[repeatedBefore]
  return typeof before === 'string' && sentAt !== null && sentAt.valueOf() < Date.parse(before)
}

/** What is wrong with a value, by field. */
export function inWords(issues: readonly z.core.$ZodIssue[]): RowErrors {
  const text = getTranslator('issues')
  return issuesByField(issues, ({ key, values }) => text(key, values))
}

/** What was planned, as it can be sent. @throws AppError `invalid`, which is this row's failure and no other's. */
export function sendable<Schema extends z.ZodType>(schema: Schema, planned: unknown): z.output<Schema> {
  const parsed = schema.safeParse(planned, { reportInput: true })
  if (parsed.success) return parsed.data
  throw new AppError('invalid', { errors: inWords(parsed.error.issues) })
}

/** Those of these resources that no row of the task has made. */
export async function unclaimed(
  db: Database,
  { shopId, taskId }: Pick<TaskRow, 'shopId' | 'taskId'>,
  ids: string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({ subject: taskRows.subject })
    .from(taskRows)
    .where(and(whereRowOf({ shopId, id: taskId }), inArray(taskRows.subject, ids)))
  const claimed = new Set(rows.map(({ subject }) => subject))
  return ids.filter((id) => !claimed.has(id))
}

/** The checkout that a row of an import makes: whoever takes the row up again knows which one that is. */
export const checkoutIdOf = ({ taskId, position }: Pick<TaskRow, 'taskId' | 'position'>): string =>
  uuidv5(String(position), taskId)
