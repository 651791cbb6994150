import 'server-only'
import { and, desc, eq, sql } from 'drizzle-orm'
import { v7 as uuidv7, validate as isUuid } from 'uuid'
import { getTranslator } from '../../core/i18n/server'
import { may } from '../../core/permissions'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { publishLiveEvent } from '../../core/server/live'
import { maskedText } from '../../notifications/server/redaction/mask'
import { notifications } from '../../notifications/server/tables'
import type { MessageCreate, MessageDetail } from '../schema'
import { newRound } from './endpoints'
import { loadEndpoint } from './item'
import { messageRows, toMessage } from './messages'
import { wakeForwarding } from './queue'
import { bodyOf } from './send'
import { forwardingAttempts, forwardingMessages } from './tables'

const shownAttempts = 100

/** @throws AppError `not_found` */
export async function readMessage(context: ActorContext, id: string): Promise<MessageDetail> {
  const { engine, shop, actor } = context
  const whereMessage = and(eq(forwardingMessages.shopId, shop.id), eq(forwardingMessages.id, id))
  const [row] = isUuid(id) ? await messageRows(context).where(whereMessage) : []
  if (!row) throw new AppError('not_found')
  const log = await engine.db
    .select()
    .from(forwardingAttempts)
    .where(and(eq(forwardingAttempts.shopId, shop.id), eq(forwardingAttempts.messageId, id)))
    .orderBy(desc(forwardingAttempts.id))
    .limit(shownAttempts)
  const isPersonalShown = may(actor, 'personal_data.read')
  const body = await bodyOf(engine.db, shop.id, row.message.notificationId, isPersonalShown)
  return {
    ...toMessage(row),
    url: row.url,
    log: log.map(({ at, status, error, milliseconds, answer }) => ({
      at: at.toISOString(),
      status,
      error,
      milliseconds,
      answer: isPersonalShown ? answer : null,
    })),
    body: body === null || isPersonalShown ? body : maskedText(body, { isPersonalShown }),
  }
}

/**
 * Sends a message again in a new round of attempts. A waiting message is sent at once.
 * @throws AppError `not_found`; `invalid` if the endpoint is disabled
 */
export async function resendMessage(context: ActorContext, id: string): Promise<MessageDetail> {
  const { engine, shop, actor } = context
  const before = await readMessage(context, id)
  await refuseDisabled(context, before.endpoint_id)
  await engine.db.transaction(async (tx) => {
    await tx
      .update(forwardingMessages)
      .set({ ...newRound(), requestedBy: actor.userId })
      .where(and(eq(forwardingMessages.shopId, shop.id), eq(forwardingMessages.id, id)))
    await recordActivity(tx, context, {
      action: 'forwarding.resent',
      subject: before.notification_id,
      detail: { endpoint: before.endpoint_id },
    })
  })
  return wakeAndRead(context, { id, endpointId: before.endpoint_id })
}

/**
 * Sends a notification to an endpoint by hand, again if it was sent before. Of the endpoint's filters only the evidence
 * applies: quarantined notifications only go where they are wanted.
 * @throws AppError `not_found`, `invalid`
 */
export async function createMessage(
  context: ActorContext,
  { endpoint_id: endpointId, notification_id: notificationId }: MessageCreate,
): Promise<MessageDetail> {
  const { engine, shop, actor } = context
  const endpoint = await refuseDisabled(context, endpointId)
  const [notification] = await engine.db
    .select({ authenticity: notifications.authenticity })
    .from(notifications)
    .where(and(eq(notifications.shopId, shop.id), eq(notifications.id, notificationId)))
  if (!notification) throw new AppError('not_found')
  if (!endpoint.filters.grades.includes(notification.authenticity)) throw refused('withoutEvidence')
  const id = await engine.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(forwardingMessages)
      .values({
        shopId: shop.id,
        id: uuidv7(),
        endpointId,
        notificationId,
        ...newRound(),
        createdAt: sql`now()`,
        requestedBy: actor.userId,
      })
      .onConflictDoUpdate({
        target: [forwardingMessages.shopId, forwardingMessages.endpointId, forwardingMessages.notificationId],
        set: { ...newRound(), requestedBy: actor.userId },
      })
      .returning({ id: forwardingMessages.id })
    await recordActivity(tx, context, {
      action: 'forwarding.sent_by_hand',
      subject: notificationId,
      detail: { endpoint: endpointId },
    })
    if (!row) throw new Error('what was inserted did not come back')
    return row.id
  })
  return wakeAndRead(context, { id, endpointId })
}

async function wakeAndRead(
  context: ActorContext,
  { id, endpointId }: { id: string; endpointId: string },
): Promise<MessageDetail> {
  await wakeForwarding(context.engine.queues, context.shop.id, [endpointId])
  await publishLiveEvent(context, { kind: 'forwarding' })
  return readMessage(context, id)
}

async function refuseDisabled(context: ActorContext, endpointId: string) {
  const endpoint = await loadEndpoint(context.engine.db, context, endpointId)
  if (!endpoint.enabled) throw refused('disabled')
  return endpoint
}

const refused = (key: 'disabled' | 'withoutEvidence') =>
  new AppError('invalid', { errors: { endpoint_id: [getTranslator('forwarding.problems')(key)] } })
