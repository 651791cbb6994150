import 'server-only'
import { v7 as uuidv7 } from 'uuid'
import type { EndpointTest } from '../schema'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext } from '../../core/server/context'
import { loadEndpoint } from './item'
import { sendSigned } from './send'

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
