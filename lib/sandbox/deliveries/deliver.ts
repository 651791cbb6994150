import 'server-only'
import { and, eq, gt, sql, asc } from 'drizzle-orm'
import { sign } from 'node:crypto'
import type { Engine } from '../../db/engine'
import { longestLateSeconds } from '../http/faults'
import { loadShop, type Shop } from '../shops/shops'
import { deliveries } from '../tables/payments'
import { guardedSenders } from '../../db/outgoing/guarded-request'
import { sandboxSettings } from '../shops/settings'
import {
  enqueueDeliveries,
  bodyContext,
  deliverQueue,
  heldBack,
  type QueuedDelivery,
  secondsBeforeRetry,
  type Schedule,
} from './queue'

/** Time for one attempt before the sweep considers it lost; well above the request's time limit. */
const leaseSeconds = 60

/**
 * Sends a due delivery and schedules a retry unless a 2xx came back. At least once: if the process exits between the
 * answer and its record, the receiver gets a duplicate.
 */
export async function deliver(engine: Engine, { shopId, id }: QueuedDelivery): Promise<void> {
  const claimed = await claim(engine, { shopId, id })
  if (!claimed) return
  const shop = await loadShop(engine.db, engine.sealer, shopId)
  if (!shop) return
  const body = Buffer.from(engine.sealer.unseal(claimed.bodySealed, bodyContext(shopId, id)))
  const result = await postNotification(shop, claimed.url, body)
  const made = { shopId, id, schedule: claimed.schedule, attempts: claimed.attempts, speed: shop.retrySpeed }
  const wait = await recordResult(engine, made, result)
  if (wait !== null) await enqueueDeliveries(engine.queues, [{ shopId, id, afterSeconds: wait }])
  await releaseHeldBack(engine, shopId)
}

const whereDelivery = ({ shopId, id }: QueuedDelivery) =>
  and(eq(deliveries.shopId, shopId), eq(deliveries.id, id))
const secondsFromNow = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`

/**
 * Its time has come, or is further ahead than the longest pause, that of the fault `late`: then it was planned before the
 * database's clock was put back. An hour more leaves room for long transactions.
 */
const whereAttemptDue = sql`(${deliveries.nextAttemptAt} <= now()
  OR ${deliveries.nextAttemptAt} > ${secondsFromNow(longestLateSeconds + 3600)})`

/** Counts the attempt and postpones the next one, so that queue and sweep do not send at the same time. */
async function claim({ db }: Engine, queued: QueuedDelivery) {
  const [row] = await db
    .update(deliveries)
    .set({ attempts: sql`${deliveries.attempts} + 1`, nextAttemptAt: secondsFromNow(leaseSeconds) })
    .where(and(whereDelivery(queued), whereAttemptDue))
    .returning({
      url: deliveries.url,
      schedule: deliveries.schedule,
      bodySealed: deliveries.bodySealed,
      attempts: deliveries.attempts,
    })
  return row ?? null
}

type Try = QueuedDelivery & { schedule: Schedule; attempts: number; speed: number }

/** Records the outcome. Returns the seconds before the next retry, or null if there is none. */
async function recordResult(
  { db }: Engine,
  made: Try,
  { status, error }: PostResult,
): Promise<number | null> {
  const isDelivered = status !== null && status >= 200 && status < 300
  const wait = isDelivered ? null : secondsBeforeRetry(made.schedule, made.attempts, { speed: made.speed })
  await db
    .update(deliveries)
    .set({
      lastStatus: status,
      lastError: error,
      deliveredAt: isDelivered ? sql`now()` : null,
      nextAttemptAt: wait === null ? null : secondsFromNow(wait),
    })
    .where(whereDelivery(made))
  return wait
}

/** Sends deliveries held back by an `out_of_order` fault, now that a later one went out. */
async function releaseHeldBack({ db, queues }: Engine, shopId: number): Promise<void> {
  const released = await db
    .update(deliveries)
    .set({ lastError: null, nextAttemptAt: sql`now()` })
    .where(
      and(
        eq(deliveries.shopId, shopId),
        eq(deliveries.lastError, heldBack),
        eq(deliveries.attempts, 0),
        gt(deliveries.nextAttemptAt, sql`now()`),
      ),
    )
    .returning({ id: deliveries.id })
  // Needs a separate key: the first one still waits under the ID, and will find nothing to do.
  for (const { id } of released) await queues.send(deliverQueue, { shopId, id }, { key: `${id}:released` })
}

export const sweepQueue = 'sandbox.sweep'

/** Limits per sweep and in parallel: the sweep must end in time even if no receiver answers. */
const batch = 40
const atOnce = 4

/** Sends due deliveries that the queue lost because the process exited after the commit or while sending. */
export async function sweepDeliveries(engine: Engine): Promise<void> {
  const due = await engine.db
    .select({ shopId: deliveries.shopId, id: deliveries.id })
    .from(deliveries)
    .where(whereAttemptDue)
    .orderBy(asc(deliveries.nextAttemptAt))
    .limit(batch)
  const work = async () => {
    for (let next = due.shift(); next; next = due.shift()) await deliver(engine, next)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

/** Limit for a whole request, from the name lookup to the end of the answer. */
const timeLimitMs = 10_000

const senders = guardedSenders({ timeLimitMs, maxReplyBytes: 64 * 1024 })

type Credentials = Pick<Shop, 'id' | 'secretKey' | 'privateKey'>

/**
 * Posts a notification or verification request to a shop's address (docs/gateway.md#notifications): signed, with the
 * shop's Basic credentials, without following redirects. Rejects like `guardedRequest`. A caller that does not read the
 * body of the answer must destroy it.
 */
export function postSigned(shop: Credentials, url: string, body: Buffer, limit = timeLimitMs) {
  return senders(sandboxSettings.get().reach, limit)(url, {
    method: 'POST',
    // Documented case: PHP's getallheaders() keeps the case of names as sent.
    headers: {
      'Content-Type': 'application/json',
      'Content-Signature': contentSignature(body, shop.privateKey()),
      Authorization: `Basic ${Buffer.from(`${shop.id}:${shop.secretKey}`).toString('base64')}`,
    },
    body,
  })
}

type PostResult = { status: number; error: null } | { status: null; error: string }

/** Posts a notification. Only the answer's status counts; its body is not read. Never rejects. */
export async function postNotification(shop: Credentials, url: string, body: Buffer): Promise<PostResult> {
  try {
    const answer = await postSigned(shop, url, body)
    answer.body.on('error', () => undefined).destroy()
    return { status: answer.statusCode, error: null }
  } catch (error) {
    const { name, code } = error as { name?: string; code?: string }
    return { status: null, error: code && typeof code === 'string' ? code : (name ?? 'failed') }
  }
}

/** Returns the content of `Content-Signature`: Base64 of an RSA-SHA256 signature over the raw body (documented). */
const contentSignature = (body: Uint8Array, privateKeyPem: string) =>
  sign('sha256', body, privateKeyPem).toString('base64')
