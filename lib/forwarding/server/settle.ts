import 'server-only'
import { and, eq, lt, or, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../db/database'
import { notifications } from '../../notifications/server/tables'
import {
  type EndpointRow,
  forwardingAttempts,
  forwardingEndpoints,
  forwardingMessages,
  type MessageRow,
} from './tables'
import { disableEndpoint, whereEndpoint } from './disable'
import { secondsBeforeRetry } from './queue'
import { bodyOf, type Sent } from './send'

/** After this many messages given up without a success, the endpoint is disabled. */
const maxGivenUp = 10

type Tried = {
  message: MessageRow
  endpoint: EndpointRow
  /** What was sent; null if there was no notification to send. */
  body: string | null
  sent: Sent
}

/** Stores an attempt's result in the log, the message and the endpoint. May disable the endpoint. */
export async function settle(db: Database, tried: Tried): Promise<void> {
  const { message, sent } = tried
  const { shopId, id } = message
  await db.transaction(async (tx) => {
    await tx.insert(forwardingAttempts).values({
      shopId,
      messageId: id,
      id: uuidv7(),
      at: message.lastAttemptAt ?? new Date(),
      status: sent.status,
      error: sent.error,
      milliseconds: sent.milliseconds,
      answer: await keptAnswer(tx, tried),
    })
    const how = { lastStatus: sent.status, lastError: sent.error }
    if (sent.accepted) await accepted(tx, tried, how)
    else await failed(tx, tried, how)
  })
}

/**
 * Returns the answer to store. Null if people in the message were anonymised while it was in transit, because the answer
 * may name them. An anonymisation that begins now waits for this lock, and then deletes the answer (answers.ts).
 */
async function keptAnswer(tx: Database, { message, body, sent }: Tried): Promise<string | null> {
  if (sent.answer === null) return null
  const { shopId, notificationId } = message
  await tx
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(eq(notifications.shopId, shopId), eq(notifications.id, notificationId)))
    .for('share')
  const bodyNow = await bodyOf(tx, shopId, notificationId)
  return bodyNow === body ? sent.answer : null
}

type How = Pick<MessageRow, 'lastStatus' | 'lastError'>

const whereMessage = ({ shopId, id }: MessageRow) =>
  and(eq(forwardingMessages.shopId, shopId), eq(forwardingMessages.id, id))

/** SQL: whether this attempt belongs to the message's current round. A new round begins when a person sends it again. */
const isSameRound = ({ roundAt }: MessageRow) => sql`date_trunc('milliseconds', round_at) = ${roundAt}`

/**
 * Stores a success. If a person sent the message again during the attempt, it stays waiting for its new round. Updates
 * the endpoint before the message, in the order of `disableEndpoint`, to avoid a deadlock.
 */
async function accepted(tx: Database, { message, endpoint }: Tried, how: How): Promise<void> {
  await tx
    .update(forwardingEndpoints)
    .set({ lastSuccessAt: sql`now()`, failingSince: null, givenUpSinceSuccess: 0 })
    .where(
      and(
        whereEndpoint(endpoint),
        // If the address was replaced during the attempt, the success of the old one says nothing about the new one.
        eq(forwardingEndpoints.url, endpoint.url),
        // At most every 10 seconds while all is well, to avoid thousands of writes.
        or(
          sql`${forwardingEndpoints.failingSince} IS NOT NULL OR ${forwardingEndpoints.givenUpSinceSuccess} > 0`,
          sql`${forwardingEndpoints.lastSuccessAt} IS NULL`,
          lt(forwardingEndpoints.lastSuccessAt, sql`now() - interval '10 seconds'`),
        ),
      ),
    )
  const sentAgain = sql`state = 'waiting' AND NOT ${isSameRound(message)}`
  await tx
    .update(forwardingMessages)
    .set({
      ...how,
      state: sql`CASE WHEN ${sentAgain} THEN 'waiting' ELSE 'delivered' END`,
      nextAttemptAt: sql`CASE WHEN ${sentAgain} THEN next_attempt_at END`,
      deliveredAt: sql`now()`,
    })
    .where(whereMessage(message))
}

async function failed(tx: Database, { message, endpoint, sent }: Tried, how: How): Promise<void> {
  // Locks the endpoint before the message, in the order of `disableEndpoint`.
  const [held] = await tx
    .select({ url: forwardingEndpoints.url })
    .from(forwardingEndpoints)
    .where(whereEndpoint(endpoint))
    .for('no key update')
  // If the address was replaced during the attempt, the message goes to the new one at once.
  const isReplaced = held?.url !== endpoint.url
  const isGone = sent.status === 410 && !isReplaced
  const elapsed = ((message.lastAttemptAt ?? new Date()).valueOf() - message.roundAt.valueOf()) / 1000
  const usual = { count: message.roundAttempts, elapsed, retryAfter: sent.retryAfter }
  const wait = isReplaced ? 0 : isGone ? null : secondsBeforeRetry(usual)
  // If cancelled during the attempt, the message stays cancelled. If sent again, it continues in its new round.
  const [left] = await tx
    .update(forwardingMessages)
    .set({
      ...how,
      state: sql`CASE WHEN state = 'waiting' AND ${isSameRound(message)} AND ${wait === null} THEN 'given_up' ELSE state END`,
      nextAttemptAt: sql`CASE WHEN state = 'waiting' AND ${isSameRound(message)} THEN now() + make_interval(secs => ${wait})
        WHEN state = 'waiting' THEN next_attempt_at END`,
    })
    .where(whereMessage(message))
    .returning({ state: forwardingMessages.state })
  if (isReplaced) return
  const isGivenUp = wait === null && left?.state === 'given_up'
  const [now] = await tx
    .update(forwardingEndpoints)
    .set({
      failingSince: sql`coalesce(failing_since, ${message.lastAttemptAt}, now())`,
      givenUpSinceSuccess: isGivenUp ? sql`given_up_in_row + 1` : undefined,
    })
    .where(whereEndpoint(endpoint))
    .returning({
      givenUp: forwardingEndpoints.givenUpSinceSuccess,
      lastSuccessAt: forwardingEndpoints.lastSuccessAt,
    })
  if (isGone) return disableEndpoint(tx, endpoint, 'gone')
  if (!isGivenUp || !now) return
  const isSilent = now.lastSuccessAt === null || now.lastSuccessAt < message.roundAt
  if (isSilent || now.givenUp >= maxGivenUp) await disableEndpoint(tx, endpoint, 'failing')
}
