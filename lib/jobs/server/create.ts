import 'server-only'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { ActorContext } from '../../core/server/context'
import { currentLocale } from '../../core/i18n/current'
import { publishLiveEvent } from '../../core/server/live'
import type { Database } from '../../db/database'
import type { Engine } from '../../db/engine'
import type { JobDetail, JobKindName } from '../schema'
import { readJob } from './answer'
import { noCounts } from './counts'
import { newLease } from './lease'
import { type Job, jobs } from './tables'

/** `reading`: this process holds the lease (lease.ts) while the file arrives. */
type Order = {
  kind: JobKindName
  state: 'reading' | 'planning'
  order: Record<string, unknown>
  undoes?: string
}

export async function createJob(context: ActorContext, order: Order): Promise<Job> {
  const job = await insertJob(context.engine.db, context, order)
  await announceJob(context, job)
  return job
}

/** Call it once the transaction of `insertJob` is committed. */
export async function announceJob(context: ActorContext, job: Job): Promise<void> {
  if (job.state === 'planning') await wakeJob(context.engine, job)
  await publishLiveEvent(context, { kind: 'task', id: job.id })
}

export async function insertJob(
  tx: Database,
  { shop, actor }: ActorContext,
  { kind, state, order, undoes }: Order,
): Promise<Job> {
  const [job] = await tx
    .insert(jobs)
    .values({
      shopId: shop.id,
      id: uuidv7(),
      kind,
      state,
      order,
      undoes,
      createdBy: actor.userId,
      apiToken: actor.apiToken,
      locale: currentLocale(),
      counts: noCounts,
      ...(state === 'reading' && newLease()),
    })
    .returning()
  if (!job) throw new Error('the new job was not returned')
  return job
}

/** Separate for dry runs and sending, so that neither waits for the other. */
export const jobQueues = { plan: 'tasks.plan', run: 'tasks.run' } as const
export type QueuedJob = { shopId: string; id: string }

/** Queues a turn of the job. Repeated calls queue one turn. */
export async function wakeJob(
  { queues }: Engine,
  { shopId, id, state }: Pick<Job, 'shopId' | 'id' | 'state'>,
  afterSeconds = 0,
): Promise<void> {
  const queue = state === 'planning' ? jobQueues.plan : jobQueues.run
  // A delayed turn must not block an immediate one.
  const key = afterSeconds === 0 ? id : `${id} later`
  await queues.send(queue, { shopId, id } satisfies QueuedJob, { afterSeconds, key })
}

/**
 * Returns the job that an earlier request created, whose answer was lost. Compares what was ordered; null if there is
 * none.
 */
export async function findOrdered(
  context: ActorContext,
  order: Record<string, unknown>,
  sentAt: Date,
): Promise<JobDetail | null> {
  const { engine, shop, actor } = context
  const [job] = await engine.db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.shopId, shop.id),
        eq(jobs.createdBy, actor.userId),
        // An undo has the order of what it undoes.
        isNull(jobs.undoes),
        sql`${jobs.order} = ${JSON.stringify(order)}::jsonb`,
        // 10 seconds, since two clocks are compared.
        sql`${jobs.createdAt} >= ${sentAt.toISOString()}::timestamptz - interval '10 seconds'`,
      ),
    )
    .orderBy(asc(jobs.createdAt))
    .limit(1)
  return job ? readJob(context, job.id) : null
}
