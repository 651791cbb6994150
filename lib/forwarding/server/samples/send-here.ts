import 'server-only'
import { createHash } from 'node:crypto'
import { and, desc, eq } from 'drizzle-orm'
import { request } from 'undici'
import type { notificationHooks } from '../../../notifications/schema'
import type { SampleResult } from '../../sample'
import { config } from '../../../core/server/config'
import type { ShopContext } from '../../../core/server/context'
import { secretKey } from '../../../core/server/shop/load'
import { notifications } from '../../../notifications/server/tables'

/** As the gateway waits for an answer. */
const timeLimitMs = 10_000

/** Of an answer, in characters. */
const shownAnswer = 4096

type Hook = (typeof notificationHooks)[number]

/**
 * Posts a body to the shop's own address, as its gateway does: with the shop's credentials, over HTTP, on the loopback
 * address, which works whatever APP_URL is. It has no signature, for which one needs the provider's private key.
 */
export async function sendHere(context: ShopContext, hook: Hook, body: string): Promise<SampleResult> {
  const { shop } = context
  const credentials = `${shop.gatewayShopId}:${secretKey(context)}`
  const began = performance.now()
  const took = () => Math.round(performance.now() - began)
  try {
    const reply = await request(`http://127.0.0.1:${config.get().port}/api/hooks/${shop.hookKey}/${hook}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
      },
      body,
      signal: AbortSignal.timeout(timeLimitMs),
    })
    const answer = (await reply.body.text()).slice(0, shownAnswer)
    const accepted = reply.statusCode === 200
    return {
      accepted,
      status: reply.statusCode,
      error: null,
      milliseconds: took(),
      answer: answer || null,
      answer_bytes: null,
      body,
      notification_id: accepted ? await becameOf(context, hook, body) : null,
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

/** The notification with these bytes, which is stored once it is answered with 200. */
async function becameOf({ engine, shop }: ShopContext, hook: Hook, body: string): Promise<string | null> {
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
