import 'server-only'
import { createHash } from 'node:crypto'
import { and, desc, eq } from 'drizzle-orm'
import { request } from 'undici'
import { v7 as uuidv7 } from 'uuid'
import { recordActivity } from '../../../core/server/activity/record'
import { config } from '../../../core/server/config/config'
import type { ActorContext, ShopContext } from '../../../core/server/context'
import { secretKey } from '../../../core/server/shop/load'
import { readNotification } from '../../../gateway/notifications/notification'
import type { notificationHooks } from '../../../notifications/schema'
import { describeNotification } from '../../../notifications/server/interpreting/describe'
import { notifications } from '../../../notifications/server/tables'
import { sampleBody, type SampleRequest, type SampleResult } from '../../sample'
import { messageBody, sendNow } from '../send'

/**
 * Sends a sample: to this shop's own notification address, like a post of the gateway, or to an endpoint, like a
 * forwarded notification.
 * @throws AppError `not_found` for an unknown endpoint
 */
export async function sendSample(
  context: ActorContext,
  { target, ...order }: SampleRequest,
): Promise<SampleResult> {
  const { engine } = context
  const body = JSON.stringify(sampleBody(order))
  const hook = order.kind === 'verification' ? 'verification' : 'notification'
  await recordActivity(engine.db, context, {
    action: 'sample.sent',
    subject: order.uid,
    detail: { kind: order.kind, target },
  })
  if (target === 'here') return sendHere(context, hook, body)
  const { id: _, ...result } = await sendNow(context, target, {
    id: uuidv7(),
    body: forwarded(order, { body, hook }),
  })
  return { ...result, answer: null, notification_id: null }
}

type Made = { body: string; hook: 'notification' | 'verification' }

/** Returns the message body for a sample as if it were a notification received with matching credentials. */
function forwarded(order: Pick<SampleRequest, 'kind'>, { body, hook }: Made): string {
  const bytes = Buffer.from(body)
  const columns = describeNotification(readNotification(bytes))
  const text = (value: string | null | undefined) => value ?? null
  return messageBody(
    {
      id: uuidv7(),
      receivedAt: new Date(),
      hook,
      kind: order.kind === 'verification' ? 'verification' : (columns.kind ?? 'unknown'),
      authenticity: 'credentials',
      status: text(columns.status),
      type: text(columns.type),
      uid: text(columns.uid),
      message: text(columns.message),
      amount: columns.amount ?? null,
      currency: text(columns.currency),
      description: text(columns.description),
      trackingId: text(columns.trackingId),
      test: columns.test ?? null,
      productId: null,
      checkoutId: null,
      hasCardNumber: false,
      payloadRemovedAt: null,
    },
    bytes,
  )
}

/** How long the gateway waits for an answer, in ms. */
const timeLimitMs = 10_000

const shownAnswer = 4096

type Hook = (typeof notificationHooks)[number]

/**
 * Posts to the shop's own notification address with its credentials. Uses this server's own origin, so it works with any
 * APP_URL. There is no signature, because that needs the provider's private key.
 */
async function sendHere(context: ShopContext, hook: Hook, body: string): Promise<SampleResult> {
  const { shop } = context
  const credentials = `${shop.gatewayShopId}:${secretKey(context)}`
  const began = performance.now()
  const took = () => Math.round(performance.now() - began)
  try {
    const reply = await request(`${config.get().selfOrigin}/api/hooks/${shop.hookKey}/${hook}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
      },
      body,
      signal: AbortSignal.timeout(timeLimitMs),
    })
    const answer = (await reply.body.text()).slice(0, shownAnswer)
    const isAccepted = reply.statusCode === 200
    return {
      accepted: isAccepted,
      status: reply.statusCode,
      error: null,
      milliseconds: took(),
      answer: answer || null,
      answer_bytes: null,
      body,
      notification_id: isAccepted ? await notificationOf(context, hook, body) : null,
    }
  } catch (error) {
    const { name, code } = error as { name?: string; code?: unknown }
    const reason = name === 'TimeoutError' ? 'timeout' : typeof code === 'string' ? code : (name ?? 'failed')
    return {
      accepted: false,
      status: null,
      error: reason,
      milliseconds: took(),
      answer: null,
      answer_bytes: null,
      body,
      notification_id: null,
    }
  }
}

/** Returns the ID of the notification with this body. The server stores it before it answers 200. */
async function notificationOf(
  { engine, shop }: ShopContext,
  hook: Hook,
  body: string,
): Promise<string | null> {
  const fingerprint = createHash('sha256').update(body).digest()
  const [row] = await engine.db
    .select({ id: notifications.id })
    .from(notifications)
    .where(
      and(
        eq(notifications.shopId, shop.id),
        eq(notifications.fingerprint, fingerprint),
        eq(notifications.hook, hook),
      ),
    )
    .orderBy(desc(notifications.lastReceivedAt))
    .limit(1)
  return row?.id ?? null
}
