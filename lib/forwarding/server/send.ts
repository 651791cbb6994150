import 'server-only'
import { and, eq } from 'drizzle-orm'
import type { Dispatcher } from 'undici'
import { v7 as uuidv7 } from 'uuid'
import type { Shop, ActorContext } from '../../core/server/context'
import { reachOf } from '../../core/server/sending/outgoing'
import { signedHeaders } from '../../core/server/sending/webhook-signature'
import type { Database } from '../../db/database'
import type { Engine } from '../../db/engine'
import { beginningOf, guardedSenders } from '../../db/outgoing/guarded-request'
import { readNotification } from '../../gateway/notifications/notification'
import { shownBody } from '../../notifications/server/redaction/anonymisations'
import { maskCards } from '../../core/server/search/card-numbers'
import { maskedText } from '../../notifications/server/redaction/mask'
import { anonymisations, notifications, type NotificationRow } from '../../notifications/server/tables'
import { recordActivity } from '../../core/server/activity/record'
import type { SendingResult, EndpointTest } from '../schema'
import { signingSecrets } from './endpoints'
import type { EndpointRow } from './tables'
import { loadEndpoint } from './item'

/** Time limit in ms for the whole post, from DNS lookup to the end of the answer. */
export const timeLimitMs = 10_000

/** How many bytes of an answer are stored. */
const keptAnswer = 1024

const senders = guardedSenders({ timeLimitMs, maxReplyBytes: 64 * 1024 })

export type Sent = SendingResult & {
  retryAfter: number | null
  /** Number of bytes read of the answer; null without an answer. */
  answerBytes: number | null
}

type Parcel = {
  /** ID of the message, the same for every attempt. */
  id: string
  body: string
}

type Receiver = Pick<
  EndpointRow,
  'shopId' | 'id' | 'url' | 'secretSealed' | 'oldSecretSealed' | 'oldSecretUntil'
>

/**
 * Posts a signed message (webhook-signature.ts) as a guarded request: HTTPS only (except to this machine, if the shop
 * allows that), no closed networks, no redirects, within `limit` ms. A 2xx answer means accepted. Never rejects.
 */
export async function sendSigned(
  engine: Pick<Engine, 'sealer' | 'db'>,
  shop: Pick<Shop, 'mode'>,
  endpoint: Receiver,
  parcel: Parcel,
  limit = timeLimitMs,
): Promise<Sent> {
  const began = performance.now()
  const took = () => Math.round(performance.now() - began)
  try {
    const body = Buffer.from(parcel.body)
    const signed = signedHeaders(signingSecrets(engine, endpoint), { id: parcel.id, body, at: new Date() })
    const post = senders(await reachOf(engine, shop), limit)
    const reply = await post(endpoint.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': 'Counterfoil', ...signed },
      body,
    })
    const { answer, answerBytes } = await readAnswer(reply.body)
    const status = reply.statusCode
    const isAccepted = status >= 200 && status < 300
    const error = status >= 300 && status < 400 ? 'redirect' : null
    const retryAfter = isAccepted ? null : secondsOf(reply.headers['retry-after'])
    return { accepted: isAccepted, status, error, milliseconds: took(), answer, answerBytes, retryAfter }
  } catch (error) {
    return {
      accepted: false,
      status: null,
      error: nameOf(error),
      milliseconds: took(),
      answer: null,
      answerBytes: null,
      retryAfter: null,
    }
  }
}

/** Reads the answer. Masks card numbers before shortening it, because half a card number would not be recognised. */
async function readAnswer(body: Dispatcher.ResponseData['body']) {
  const read = await beginningOf(body)
  const text = maskCards(read.toString('utf8').replaceAll('\0', ''))
  const kept = Buffer.from(text).subarray(0, keptAnswer).toString('utf8')
  return { answer: kept === '' ? null : kept, answerBytes: read.length }
}

function secondsOf(header: string | string[] | undefined): number | null {
  const text = typeof header === 'string' ? header.trim() : ''
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}

/** Returns a code for an error. Never its message, which may contain what was sent. */
function nameOf(error: unknown): string {
  const { name, code, cause } = error as { name?: unknown; code?: unknown; cause?: { code?: unknown } }
  const label = [code, cause?.code, name].find((one): one is string => typeof one === 'string' && one !== '')
  const text = (label ?? 'failed').slice(0, 100)
  return /timeout|timedout/i.test(text) ? 'timeout' : text
}

type NotificationFields = Pick<
  NotificationRow,
  | 'id' | 'receivedAt' | 'hook' | 'kind' | 'authenticity' | 'status' | 'type' | 'uid' | 'message' | 'amount' | 'currency'
  | 'description' | 'trackingId' | 'test' | 'productId' | 'checkoutId' | 'hasCardNumber' | 'payloadRemovedAt'
> // prettier-ignore

/**
 * Returns the JSON text of a message: the notification's fields, and the gateway's body as stored, with card numbers and
 * card tokens masked. `payload` is null if the body is not JSON or was removed because of its age. With `isRawShown`, a
 * body that is not JSON becomes `raw`. Pass false for readers who see personal data masked: it cannot be found there.
 */
export function messageBody(row: NotificationFields, body: Buffer, isRawShown = true): string {
  const content = row.payloadRemovedAt === null ? readNotification(body) : null
  const text = body.toString('utf8')
  // Copied as text, without a byte order mark: parsing would lose the precision of large numbers.
  const json = text.replace(/^\uFEFF/, '')
  const payload = content && 'json' in content ? maskedText(json, { isPersonalShown: true }) : 'null'
  const isText = isRawShown && content?.kind === 'unreadable' && content.reason === 'not_json'
  const envelope = JSON.stringify({
    type: `notification.${row.kind ?? 'unknown'}`,
    timestamp: row.receivedAt.toISOString(),
    data: {
      id: row.id,
      received_at: row.receivedAt.toISOString(),
      hook: row.hook,
      kind: row.kind ?? 'unknown',
      authenticity: row.authenticity,
      status: row.status,
      type: row.type,
      uid: row.uid,
      message: row.message,
      amount: row.amount,
      currency: row.currency,
      description: row.description,
      tracking_id: row.trackingId,
      test: row.test,
      product_id: row.productId,
      checkout_id: row.checkoutId,
      has_card_number: row.hasCardNumber,
      ...(isText ? { raw: maskCards(text) } : {}),
    },
  })
  return `${envelope.slice(0, -'}}'.length)},"payload":${payload}}}`
}

/** Returns the text to send, without the data of anonymised people. Null if the notification does not exist. */
export async function bodyOf(
  db: Database,
  shopId: string,
  notificationId: string,
  isRawShown = true,
): Promise<string | null> {
  const [found] = await db
    .select({ row: notifications, names: anonymisations.names })
    .from(notifications)
    .leftJoin(
      anonymisations,
      and(
        eq(anonymisations.shopId, notifications.shopId),
        eq(anonymisations.id, notifications.anonymisationId),
      ),
    )
    .where(and(eq(notifications.shopId, shopId), eq(notifications.id, notificationId)))
  return found ? messageBody(found.row, shownBody(found.row.body, found.names), isRawShown) : null
}

/**
 * Sends one test message now. It has no notification, no retries and no log entry. Works for a disabled endpoint, too.
 * @throws AppError `not_found`
 */
export async function testEndpoint(context: ActorContext, id: string): Promise<EndpointTest> {
  const body = { type: 'endpoint.test', timestamp: new Date().toISOString(), data: {} }
  return sendNow(context, id, { id: uuidv7(), body: JSON.stringify(body) })
}

/**
 * Posts a body to an endpoint once, signed like a forwarded message.
 * @throws AppError `not_found`
 */
export async function sendNow(
  context: ActorContext,
  endpointId: string,
  parcel: { id: string; body: string },
): Promise<EndpointTest> {
  const { engine, shop } = context
  const endpoint = await loadEndpoint(engine.db, context, endpointId)
  await recordActivity(engine.db, context, { action: 'forwarding.tested', subject: endpointId })
  const {
    retryAfter: _,
    answer: _answer,
    answerBytes,
    ...result
  } = await sendSigned(engine, shop, endpoint, parcel)
  return { ...result, answer_bytes: answerBytes, ...parcel }
}
