import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import type { Engine } from '../../db/engine'
import type { Shop } from '../../core/server/context'
import { tellBrowsers } from '../../core/server/live'
import { loadShop } from '../../core/server/shop/load'
import { type EndpointRow, forwardingEndpoints, forwardingMessages, type MessageRow } from './tables'
import { bodyOf, sendSigned, timeLimitMs } from './send'
import { cancelWaiting, isEndpoint } from './disable'
import { forwardQueue, type ForwardJob, wakeForwarding } from './queue'
import { settle } from './settle'

/** So many posts to one endpoint at once, on all instances together. */
const atOnce = 4

/** A turn ends after so long, so that other endpoints get theirs. */
const turnMs = 20_000

/** When a turn, or a try, is taken for lost with its process; beyond what either can last. */
const leaseSeconds = 60

/** What fails so often in a turn, with nothing accepted, is left alone until its lease is over. */
const failuresInTurn = 20

/** While some are under way, it is looked for more so often. */
const lookMs = 500

type Turn = {
  shop: Shop
  until: number
  /** Of one post, in milliseconds. */
  limit: number
  accepted: number
  failed: number
  toldAt: number
  /** What kept a message from being sent or noted, beyond its receiver. */
  error: unknown
}

/**
 * Sends what is due to an endpoint, a few at a time; one instance has its turn with an endpoint, so that a slow one takes no
 * more than its own places. At least once: a receiver may hear twice of the same, by the same ID, when a process ends
 * between its answer and the note of it.
 */
export async function drainEndpoint(
  engine: Engine,
  job: ForwardJob,
  { limit = timeLimitMs }: { limit?: number } = {},
): Promise<void> {
  const shop = await loadShop(engine.db, job.shopId)
  if (!shop) return
  for (;;) {
    if (!(await takeTurn(engine, job))) return
    const turn: Turn = {
      shop,
      until: Date.now() + turnMs,
      limit,
      accepted: 0,
      failed: 0,
      toldAt: 0,
      error: null,
    }
    await sendDue(engine, job, turn)
    if (!isHopeless(turn)) await endTurn(engine, job)
    if (turn.accepted + turn.failed > 0) await tell(engine, turn)
    if (turn.error !== null) throw turn.error as Error
    if (isHopeless(turn)) return
    if (Date.now() > turn.until) return wakeForwarding(engine.jobs, job.shopId, [job.endpointId])
    // What came while this had the turn found nobody to send it.
    if (!(await isDue(engine, job))) return wakeForNext(engine, job)
  }
}

const isHopeless = ({ accepted, failed }: Turn) => accepted === 0 && failed >= failuresInTurn

/** While some are under way, what comes meanwhile takes the places that are left. */
async function sendDue(engine: Engine, job: ForwardJob, turn: Turn): Promise<void> {
  const busy = new Set<Promise<void>>()
  while (Date.now() < turn.until && !isHopeless(turn) && turn.error === null) {
    const message = busy.size < atOnce ? await claim(engine, job) : null
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

const idOf = ({ shopId, endpointId }: ForwardJob) => ({ shopId, id: endpointId })
const mine = ({ shopId, endpointId }: ForwardJob) =>
  and(eq(forwardingMessages.shopId, shopId), eq(forwardingMessages.endpointId, endpointId))
const waiting = (job: ForwardJob) => and(mine(job), eq(forwardingMessages.state, 'waiting'))
const due = (job: ForwardJob) => and(waiting(job), lte(forwardingMessages.nextAttemptAt, sql`now()`))
const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`

async function takeTurn({ db }: Engine, job: ForwardJob): Promise<boolean> {
  const taken = await db
    .update(forwardingEndpoints)
    .set({ leasedUntil: inSeconds(leaseSeconds) })
    .where(
      and(
        isEndpoint(idOf(job)),
        or(isNull(forwardingEndpoints.leasedUntil), lte(forwardingEndpoints.leasedUntil, sql`now()`)),
      ),
    )
    .returning({ id: forwardingEndpoints.id })
  return taken.length > 0
}

const endTurn = ({ db }: Engine, job: ForwardJob) =>
  db
    .update(forwardingEndpoints)
    .set({ leasedUntil: null })
    .where(isEndpoint(idOf(job)))

/** Counts the try and moves the next one away, so that nobody sends the same at once. */
async function claim({ db }: Engine, job: ForwardJob): Promise<MessageRow | null> {
  const next = db
    .select({ id: forwardingMessages.id })
    .from(forwardingMessages)
    .where(due(job))
    .orderBy(forwardingMessages.nextAttemptAt)
    .limit(1)
    .for('update', { skipLocked: true })
  const [row] = await db
    .update(forwardingMessages)
    .set({
      attempts: sql`attempts + 1`,
      roundAttempts: sql`round_attempts + 1`,
      lastAttemptAt: sql`now()`,
      nextAttemptAt: inSeconds(leaseSeconds),
    })
    .where(and(due(job), eq(forwardingMessages.id, sql`(${next})`)))
    .returning()
  return row ?? null
}

async function loadEnabled({ db }: Engine, job: ForwardJob): Promise<EndpointRow | null> {
  const [row] = await db
    .select()
    .from(forwardingEndpoints)
    .where(and(isEndpoint(idOf(job)), eq(forwardingEndpoints.enabled, true)))
  return row ?? null
}

async function sendOne(engine: Engine, message: MessageRow, turn: Turn): Promise<void> {
  const { shopId, endpointId, notificationId } = message
  const endpoint = await loadEnabled(engine, { shopId, endpointId })
  if (!endpoint) return cancelWaiting(engine.db, { shopId, id: endpointId })
  const body = await bodyOf(engine.db, shopId, notificationId)
  const sent =
    body === null
      ? nothingToSend
      : await sendSigned(engine, turn.shop, endpoint, { id: message.id, body }, turn.limit)
  await settle(engine.db, { message, endpoint, sent })
  if (sent.accepted) turn.accepted += 1
  else turn.failed += 1
  if (Date.now() - turn.toldAt > 1000) await tell(engine, turn)
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
  turn.toldAt = Date.now()
  await tellBrowsers({ engine, shop: turn.shop }, { kind: 'forwarding' })
}

async function isDue({ db }: Engine, job: ForwardJob): Promise<boolean> {
  const rows = await db
    .select({ id: forwardingMessages.id })
    .from(forwardingMessages)
    .where(due(job))
    .limit(1)
  return rows.length > 0
}

/** The sweep looks each minute; what comes sooner has a job of its own. */
async function wakeForNext({ db, jobs }: Engine, job: ForwardJob): Promise<void> {
  const [next] = await db
    .select({ seconds: sql<number | null>`extract(epoch FROM min(next_attempt_at) - now())::float8` })
    .from(forwardingMessages)
    .where(waiting(job))
  const seconds = next?.seconds ?? null
  if (seconds === null || seconds > 60) return
  const afterSeconds = Math.max(1, Math.ceil(seconds))
  await jobs.send(forwardQueue, job, { afterSeconds, key: `${job.endpointId} later` })
}
