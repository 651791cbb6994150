import 'server-only'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { ActorContext } from '../../core/server/context'
import type { JobDetail } from '../schema'
import { readJob } from './answer'
import { jobs } from './tables'

/** Returns the job that an earlier request made, whose answer was lost. Compares what was ordered; null if there is none. */
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
        sql`${jobs.order} = ${JSON.stringify(order)}::jsonb`,
        // 10 seconds, since two clocks are compared.
        sql`${jobs.createdAt} >= ${sentAt.toISOString()}::timestamptz - interval '10 seconds'`,
      ),
    )
    .orderBy(asc(jobs.createdAt))
    .limit(1)
  return job ? readJob(context, job.id) : null
}
