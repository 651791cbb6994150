import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, lte, sql } from 'drizzle-orm'
import type { Engine } from '../../db/engine'
import type { Shop } from '../../core/server/context'
import { publishLiveEvent } from '../../core/server/live'
import { loadShop } from '../../core/server/shop/load'
import { type EndpointRow, forwardingEndpoints, forwardingMessages, type MessageRow } from './tables'
import { bodyOf, sendSigned, timeLimitMs } from './send'
import { cancelIfDisabled, whereEndpoint } from './disable'
import { forwardQueue, type QueuedEndpoint, wakeForwarding } from './queue'
import { settle } from './settle'
import { secondsFromNow, whereLeaseOver } from '../../core/server/sql'

/** Parallel posts to one endpoint, across all instances. */
const atOnce = 4

/** Maximum length of a turn in ms, so that other endpoints get theirs. */
const turnMs = 20_000

/** A turn or an attempt that takes longer than this, in seconds, was lost with its process. Neither can last as long. */
const leaseSeconds = 60

/** After this many failures in a turn without a success, the endpoint gets no other turn until its lease ends. */
const failuresInTurn = 20

/** Polling interval in ms while posts are under way. */
const lookMs = 500

type Turn = {
  shop: Shop
  until: number
  limit: number
  accepted: number
  failed: number
  publishedAt: number
  /** The first error other than a failed delivery. */
  error: unknown
}

/**
 * Sends an endpoint's due messages, at most `atOnce` at a time. Only the instance with the endpoint's lease sends, so a
 * slow endpoint cannot take capacity from others. Delivery is at least once: if a process exits between the answer and
 * its record, the message is sent again, with the same ID. Starts no more posts once the process is shutting down.
 */
export async function drainEndpoint(
  engine: Engine,
  queued: QueuedEndpoint,
  { limit = timeLimitMs }: { limit?: number } = {},
): Promise<void> {
  const shop = await loadShop(engine.db, queued.shopId)
  if (!shop || shop.archivedAt) return
  while (!engine.ending.aborted) {
    if (!(await takeTurn(engine, queued))) return
    const turn: Turn = {
      shop,
      until: Date.now() + turnMs,
      limit,
      accepted: 0,
      failed: 0,
      publishedAt: 0,
      error: null,
    }
    await sendDue(engine, queued, turn)
    if (!isHopeless(turn)) await endTurn(engine, queued)
    if (turn.accepted + turn.failed > 0) await tell(engine, turn)
    if (turn.error !== null) throw turn.error as Error
    if (isHopeless(turn) || engine.ending.aborted) return
    if (Date.now() > turn.until) return wakeForwarding(engine.queues, queued.shopId, [queued.endpointId])
    // Messages that arrived during this turn could not start another one.
    if (!(await isDue(engine, queued))) return wakeForNext(engine, queued)
  }
}

const isHopeless = ({ accepted, failed }: Turn) => accepted === 0 && failed >= failuresInTurn

async function sendDue(engine: Engine, queued: QueuedEndpoint, turn: Turn): Promise<void> {
  const busy = new Set<Promise<void>>()
  const isOver = () =>
    Date.now() >= turn.until || isHopeless(turn) || turn.error !== null || engine.ending.aborted
  while (!isOver()) {
    const message = busy.size < atOnce ? await claim(engine, queued) : null
    if (message) {
      const sending = sendOne(engine, message, turn)
        .catch((error: unknown) => void (turn.error = error))
        .finally(() => busy.delete(sending))
      busy.add(sending)
    } else if (busy.size === 0) break
    else await Promise.race([...busy, sleep(lookMs)])
  }
  await Promise.all(busy)
}

const idOf = ({ shopId, endpointId }: QueuedEndpoint) => ({ shopId, id: endpointId })
const whereOfEndpoint = ({ shopId, endpointId }: QueuedEndpoint) =>
  and(eq(forwardingMessages.shopId, shopId), eq(forwardingMessages.endpointId, endpointId))
const whereWaiting = (queued: QueuedEndpoint) =>
  and(whereOfEndpoint(queued), eq(forwardingMessages.state, 'waiting'))
const whereDue = (queued: QueuedEndpoint) =>
  and(whereWaiting(queued), lte(forwardingMessages.nextAttemptAt, sql`now()`))

async function takeTurn({ db }: Engine, queued: QueuedEndpoint): Promise<boolean> {
  const taken = await db
    .update(forwardingEndpoints)
    .set({ leasedUntil: secondsFromNow(leaseSeconds) })
    .where(and(whereEndpoint(idOf(queued)), whereLeaseOver(forwardingEndpoints.leasedUntil)))
    .returning({ id: forwardingEndpoints.id })
  return taken.length > 0
}

const endTurn = ({ db }: Engine, queued: QueuedEndpoint) =>
  db
    .update(forwardingEndpoints)
    .set({ leasedUntil: null })
    .where(whereEndpoint(idOf(queued)))

/**
 * Claims the next due message. Counts the attempt, and moves the next one past the lease, so that no other process sends
 * it. A round begins with its first attempt, because the message may have waited for days while the shop was archived.
 */
async function claim({ db }: Engine, queued: QueuedEndpoint): Promise<MessageRow | null> {
  const next = db
    .select({ id: forwardingMessages.id })
    .from(forwardingMessages)
    .where(whereDue(queued))
    .orderBy(forwardingMessages.nextAttemptAt)
    .limit(1)
    .for('update', { skipLocked: true })
  const [row] = await db
    .update(forwardingMessages)
    .set({
      attempts: sql`attempts + 1`,
      roundAttempts: sql`round_attempts + 1`,
      roundAt: sql`CASE WHEN round_attempts = 0 THEN now() ELSE round_at END`,
      lastAttemptAt: sql`now()`,
      nextAttemptAt: secondsFromNow(leaseSeconds),
    })
    .where(and(whereDue(queued), eq(forwardingMessages.id, sql`(${next})`)))
    .returning()
  return row ?? null
}

async function loadEnabled({ db }: Engine, queued: QueuedEndpoint): Promise<EndpointRow | null> {
  const [row] = await db
    .select()
    .from(forwardingEndpoints)
    .where(and(whereEndpoint(idOf(queued)), eq(forwardingEndpoints.enabled, true)))
  return row ?? null
}

async function sendOne(engine: Engine, message: MessageRow, turn: Turn): Promise<void> {
  const { shopId, endpointId, notificationId } = message
  const endpoint = await loadEnabled(engine, { shopId, endpointId })
  if (!endpoint) return cancelIfDisabled(engine.db, { shopId, id: endpointId })
  const body = await bodyOf(engine.db, shopId, notificationId)
  const sent =
    body === null
      ? nothingToSend
      : await sendSigned(engine, turn.shop, endpoint, { id: message.id, body }, turn.limit)
  await settle(engine.db, { message, endpoint, body, sent })
  if (sent.accepted) turn.accepted += 1
  else turn.failed += 1
  if (Date.now() - turn.publishedAt > 1000) await tell(engine, turn)
}

const nothingToSend = {
  accepted: false,
  status: null,
  error: 'no_notification',
  milliseconds: 0,
  answerBytes: null,
  answer: null,
  retryAfter: null,
}

async function tell(engine: Engine, turn: Turn): Promise<void> {
  turn.publishedAt = Date.now()
  await publishLiveEvent({ engine, shop: turn.shop }, { kind: 'forwarding' })
}

async function isDue({ db }: Engine, queued: QueuedEndpoint): Promise<boolean> {
  const rows = await db
    .select({ id: forwardingMessages.id })
    .from(forwardingMessages)
    .where(whereDue(queued))
    .limit(1)
  return rows.length > 0
}

/** Queues the endpoint for its next message, if that is due within a minute. The sweep finds later ones. */
async function wakeForNext({ db, queues }: Engine, queued: QueuedEndpoint): Promise<void> {
  const [next] = await db
    .select({ seconds: sql<number | null>`extract(epoch FROM min(next_attempt_at) - now())::float8` })
    .from(forwardingMessages)
    .where(whereWaiting(queued))
  const seconds = next?.seconds ?? null
  if (seconds === null || seconds > 60) return
  const afterSeconds = Math.max(1, Math.ceil(seconds))
  await queues.send(forwardQueue, queued, { afterSeconds, key: `${queued.endpointId} later` })
}
