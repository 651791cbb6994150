import 'server-only'
import { v7 as uuidv7 } from 'uuid'
import { sampleBody, type SampleRequest, type SampleResult } from '../../sample'
import { readNotification } from '../../../gateway/notification'
import { recordActivity } from '../../../core/server/activity/record'
import type { ActorContext } from '../../../core/server/context'
import { messageBody } from '../send'
import { sendNow } from '../test-endpoint'
import { describeNotification } from '../../../notifications/server/describe'
import { sendHere } from './send-here'

/**
 * Sends a sample: to this shop's own address, where it is received, judged by its credentials and shown like what the
 * gateway sends; or to an endpoint, as it would be sent on from here. @throws AppError `not_found` for an unknown endpoint
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

/** What an endpoint would be told of it, had it been received here with credentials. */
function forwarded(order: Pick<SampleRequest, 'kind'>, { body, hook }: Made): string {
  const bytes = Buffer.from(body)
  const said = describeNotification(readNotification(bytes))
  const text = (value: string | null | undefined) => value ?? null
  return messageBody(
    {
      id: uuidv7(),
      receivedAt: new Date(),
      hook,
      kind: order.kind === 'verification' ? 'verification' : (said.kind ?? 'unknown'),
      authenticity: 'credentials',
      status: text(said.status),
      type: text(said.type),
      uid: text(said.uid),
      message: text(said.message),
      amount: said.amount ?? null,
      currency: text(said.currency),
      description: text(said.description),
      trackingId: text(said.trackingId),
      test: said.test ?? null,
      productId: null,
      checkoutId: null,
      hasCardNumber: false,
      payloadRemovedAt: null,
    },
    bytes,
  )
}
