import 'server-only'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { ForwardingFilters } from '../schema'
import type { Database } from '../../db/database'
import type { Jobs } from '../../db/jobs'
import { forwardingEndpoints, forwardingMessages } from './tables'
import type { notifications } from '../../notifications/server/tables'

export const forwardQueue = 'forwarding.endpoint'

/** An endpoint with messages that are due. */
export type ForwardJob = { shopId: string; endpointId: string }

type WorkedOut = Pick<
  typeof notifications.$inferSelect,
  'id' | 'kind' | 'status' | 'type' | 'authenticity' | 'test' | 'duplicateOf'
>

/**
 * Writes down to whom a notification is to be sent on, in the transaction that works it out; once for each endpoint, however
 * often that is done. Another delivery of the same is not sent. Endpoints that are switched off get it as `cancelled`, to
 * be sent when somebody resumes them. The IDs of those to wake (`wakeForwarding`) after the commit; if that is lost,
 * the sweep finds the messages.
 */
export async function queueForwards(tx: Database, shopId: string, row: WorkedOut): Promise<string[]> {
  if (row.duplicateOf !== null) return []
  const endpoints = await tx
    .select({
      id: forwardingEndpoints.id,
      filters: forwardingEndpoints.filters,
      enabled: forwardingEndpoints.enabled,
    })
    .from(forwardingEndpoints)
    .where(and(eq(forwardingEndpoints.shopId, shopId), isNull(forwardingEndpoints.removedAt)))
  const wanted = endpoints.filter(({ filters }) => passes(filters, row))
  if (wanted.length === 0) return []
  const queued = await tx
    .insert(forwardingMessages)
    .values(
      wanted.map(({ id, enabled }) => ({
        shopId,
        id: uuidv7(),
        endpointId: id,
        notificationId: row.id,
        state: enabled ? ('waiting' as const) : ('cancelled' as const),
        roundAt: sql`now()`,
        nextAttemptAt: enabled ? sql`now()` : null,
        createdAt: sql`now()`,
      })),
    )
    .onConflictDoNothing()
    .returning({ endpointId: forwardingMessages.endpointId, state: forwardingMessages.state })
  return queued.filter(({ state }) => state === 'waiting').map(({ endpointId }) => endpointId)
}

/** Whether an endpoint wants it. The gateway's words are compared in any case; what says nothing of a test is none. */
function passes(filters: ForwardingFilters, row: Omit<WorkedOut, 'id' | 'duplicateOf'>): boolean {
  const { kinds, statuses, types, grades, test } = filters
  return (
    kinds.includes(row.kind ?? 'unknown') &&
    grades.includes(row.authenticity) &&
    isAmong(statuses, row.status) &&
    isAmong(types, row.type) &&
    (test === null || test === (row.test ?? false))
  )
}

const isAmong = (words: readonly string[], word: string | null): boolean =>
  words.length === 0 || (word !== null && words.some((one) => one.toLowerCase() === word.toLowerCase()))

/** After the commit: sends what is due to these endpoints. */
export async function wakeForwarding(
  jobs: Pick<Jobs, 'send'>,
  shopId: string,
  endpointIds: readonly string[],
): Promise<void> {
  for (const endpointId of endpointIds) {
    const job: ForwardJob = { shopId, endpointId }
    await jobs.send(forwardQueue, job, { key: endpointId })
  }
}
