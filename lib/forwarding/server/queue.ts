import 'server-only'
import { and, eq, isNull, sql, isNotNull, lt } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { qualified } from '../../core/server/sql'
import type { Database } from '../../db/database'
import type { Queues } from '../../db/queues'
import type { NotificationRow } from '../../notifications/server/tables'
import type { ForwardingFilters } from '../schema'
import { logDays } from '../state'
import { forwardingEndpoints, forwardingMessages } from './tables'

export const forwardQueue = 'forwarding.endpoint'

export type QueuedEndpoint = { shopId: string; endpointId: string }

type WorkedOut = Pick<
  NotificationRow,
  'id' | 'kind' | 'status' | 'type' | 'authenticity' | 'test' | 'duplicateOf'
>

/**
 * Queues notifications for forwarding, in the transaction that processes them: one message per endpoint that wants them.
 * Duplicate deliveries are not forwarded. For a disabled endpoint the message is `cancelled`; `resend` sends it later.
 * Returns the IDs of endpoints to wake (`wakeForwarding`) after the commit. If that does not happen, the sweep finds the
 * messages.
 */
export async function queueForwards(
  tx: Database,
  shopId: string,
  all: readonly WorkedOut[],
): Promise<string[]> {
  const firsts = all.filter(({ duplicateOf }) => duplicateOf === null)
  if (firsts.length === 0) return []
  const endpoints = await tx
    .select({
      id: forwardingEndpoints.id,
      filters: forwardingEndpoints.filters,
      enabled: forwardingEndpoints.enabled,
    })
    .from(forwardingEndpoints)
    .where(and(eq(forwardingEndpoints.shopId, shopId), isNull(forwardingEndpoints.removedAt)))
    // `holdEndpoint` waits for this lock, so that enabling or disabling an endpoint finds the messages queued here.
    .for('key share')
  const wanted = firsts.flatMap((row) =>
    endpoints
      .filter(({ filters }) => passes(filters, row))
      .map((endpoint) => ({ ...endpoint, notificationId: row.id })),
  )
  if (wanted.length === 0) return []
  const queued = await tx
    .insert(forwardingMessages)
    .values(
      wanted.map(({ id, enabled, notificationId }) => ({
        shopId,
        id: uuidv7(),
        endpointId: id,
        notificationId,
        state: enabled ? ('waiting' as const) : ('cancelled' as const),
        // Not `now()`, the start of this transaction: the endpoint may have been disabled since then, and `whereMissed`
        // would skip the message.
        roundAt: sql`clock_timestamp()`,
        nextAttemptAt: enabled ? sql`now()` : null,
        createdAt: sql`now()`,
      })),
    )
    .onConflictDoNothing()
    .returning({ endpointId: forwardingMessages.endpointId, state: forwardingMessages.state })
  const waiting = queued.filter(({ state }) => state === 'waiting')
  return [...new Set(waiting.map(({ endpointId }) => endpointId))]
}

/** Whether the filters select a notification. Words are compared without regard to case. No test flag means false. */
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

/** Queues endpoints, so that their due messages are sent. Call after the commit. */
export async function wakeForwarding(
  queues: Pick<Queues, 'send'>,
  shopId: string,
  endpointIds: readonly string[],
): Promise<void> {
  for (const endpointId of endpointIds) {
    const queued: QueuedEndpoint = { shopId, endpointId }
    await queues.send(forwardQueue, queued, { key: endpointId })
  }
}

const hour = 3600

/** Seconds before each retry of a round. Later retries repeat the last value. */
const waits = [5, 30, 120, 600, hour / 2, hour, 2 * hour, 4 * hour, 8 * hour, 12 * hour]

export const retryPeriodSeconds = 3 * 24 * hour

/**
 * Minimum number of attempts in a round before a message is given up; they take about two hours. The retry period alone
 * would not do: it also passes while the application is stopped or the shop is archived. Even with the longest
 * `Retry-After`, this many attempts fit into the period.
 */
const fewestAttempts = 7

/** Longest `Retry-After` that is followed, in seconds. */
const longestRetryAfter = 12 * hour

/** Lengthens each wait at random by up to a fifth, so that messages that failed together are not retried together. */
const jitter = 0.2

type Tried = { count: number; elapsed: number; retryAfter: number | null; random?: number }

/**
 * Returns the seconds before the next attempt, or null to give up. `count`: failed attempts of the round, from 1.
 * `elapsed`: seconds since the first one. `retryAfter`: seconds that the receiver asked for, followed up to 12 hours.
 */
export function secondsBeforeRetry({
  count,
  elapsed,
  retryAfter,
  random = Math.random(),
}: Tried): number | null {
  const usual = (waits[count - 1] ?? waits.at(-1) ?? hour) * (1 + jitter * random)
  const wait = Math.round(Math.max(usual, Math.min(retryAfter ?? 0, longestRetryAfter)))
  return count >= fewestAttempts && elapsed + wait > retryPeriodSeconds ? null : wait
}

const batch = 2_000

/** Deletes messages older than `logDays` unless waiting, removed endpoints without messages, and expired secrets. */
export async function forgetOldForwards(db: Database): Promise<void> {
  for (let removed = batch; removed === batch;) {
    const { rows } = await db.execute<{ count: number }>(sql`
      WITH old AS (
        DELETE FROM forwarding_messages WHERE (shop_id, id) IN (
          SELECT shop_id, id FROM forwarding_messages
          WHERE created_at < now() - make_interval(days => ${logDays}) AND state <> 'waiting'
            AND coalesce(last_attempt_at, created_at) < now() - make_interval(days => ${logDays})
          LIMIT ${batch})
        RETURNING shop_id, id),
      log AS (DELETE FROM forwarding_attempts a USING old WHERE a.shop_id = old.shop_id AND a.message_id = old.id)
      SELECT count(*)::int AS count FROM old`)
    removed = rows[0]?.count ?? 0
  }
  await db
    .update(forwardingEndpoints)
    .set({ oldSecretSealed: null, oldSecretUntil: null })
    .where(lt(forwardingEndpoints.oldSecretUntil, sql`now()`))
  await db.delete(forwardingEndpoints).where(
    and(
      isNotNull(forwardingEndpoints.removedAt),
      sql`NOT EXISTS (SELECT 1 FROM forwarding_messages m
        WHERE m.shop_id = ${qualified(forwardingEndpoints.shopId)}
          AND m.endpoint_id = ${qualified(forwardingEndpoints.id)})`,
    ),
  )
}
