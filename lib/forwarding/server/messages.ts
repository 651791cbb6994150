import 'server-only'
import { and, eq, isNull, type SQL, sql, desc } from 'drizzle-orm'
import { v7 as uuidv7, validate as isUuid } from 'uuid'
import type { ShopContext, ActorContext } from '../../core/server/context'
import { keysetPage } from '../../core/server/lists/keyset'
import { countRows } from '../../core/server/lists/total'
import { qualified } from '../../core/server/sql'
import { users } from '../../core/server/tables/users'
import { notifications } from '../../notifications/server/tables'
import { getTranslator } from '../../core/i18n/server'
import { may } from '../../core/permissions'
import { recordActivity } from '../../core/server/activity/record'
import { AppError } from '../../core/server/errors'
import { publishLiveEvent } from '../../core/server/live'
import { maskedText } from '../../notifications/server/redaction/mask'
import type { Message, MessageListQuery, MessagePage, MessageCreate, MessageDetail } from '../schema'
import { forwardingEndpoints, forwardingMessages, forwardingAttempts } from './tables'
import { newRound } from './endpoints'
import { loadEndpoint } from './item'
import { wakeForwarding } from './queue'
import { bodyOf } from './send'

const columns = {
  message: forwardingMessages,
  endpointName: forwardingEndpoints.name,
  url: forwardingEndpoints.url,
  requestedBy: users.name,
  notification: {
    id: notifications.id,
    kind: notifications.kind,
    status: notifications.status,
    type: notifications.type,
    uid: notifications.uid,
    amount: notifications.amount,
    currency: notifications.currency,
    authenticity: notifications.authenticity,
  },
  cursor_value: sql<string>`${forwardingMessages.createdAt}::text`,
  cursor_id: sql<string>`${forwardingMessages.id}::text`,
}

/** Query for messages with their endpoint, notification and requester. Leaves out messages of removed endpoints. */
const messageRows = ({ engine }: Pick<ShopContext, 'engine'>) =>
  engine.db
    .select(columns)
    .from(forwardingMessages)
    .innerJoin(
      forwardingEndpoints,
      and(
        eq(forwardingEndpoints.shopId, forwardingMessages.shopId),
        eq(forwardingEndpoints.id, forwardingMessages.endpointId),
        isNull(forwardingEndpoints.removedAt),
      ),
    )
    .leftJoin(
      notifications,
      and(
        eq(notifications.shopId, forwardingMessages.shopId),
        eq(notifications.id, forwardingMessages.notificationId),
      ),
    )
    .leftJoin(users, eq(users.id, forwardingMessages.requestedBy))

type Row = Awaited<ReturnType<typeof messageRows>>[number]

export async function listMessages(context: ShopContext, query: MessageListQuery): Promise<MessagePage> {
  const { db } = context.engine
  const order = {
    expression: sql`${forwardingMessages.createdAt}`,
    id: sql`${forwardingMessages.id}::text`,
    type: 'timestamptz' as const,
    isDescending: query.sort.startsWith('-'),
  }
  const keyset = keysetPage(order, query)
  const here: SQL[] = [eq(forwardingMessages.shopId, context.shop.id), whereEndpointExists]
  if (query.endpoint_id) here.push(eq(forwardingMessages.endpointId, query.endpoint_id))
  if (query.notification_id) here.push(eq(forwardingMessages.notificationId, query.notification_id))
  if (query.state) here.push(eq(forwardingMessages.state, query.state))
  const where = and(...here) as SQL
  const rows = await messageRows(context)
    .where(and(where, keyset.after))
    .orderBy(keyset.orderBy)
    .limit(keyset.take)
  const key = JSON.stringify([
    'forwarding',
    context.shop.id,
    query.endpoint_id,
    query.notification_id,
    query.state,
  ])
  const total = await countRows(db, forwardingMessages, where, { key })
  const { rows: shown, ...cursors } = keyset.page(rows)
  return { items: shown.map(toMessage), ...cursors, ...total, synced_at: null }
}

/** A subquery, because `countRows` counts the table alone, without the joins. */
const whereEndpointExists = sql`EXISTS (SELECT 1 FROM ${forwardingEndpoints} e WHERE e.shop_id = ${qualified(forwardingMessages.shopId)}
  AND e.id = ${qualified(forwardingMessages.endpointId)} AND e.removed_at IS NULL)`

function toMessage({ message, endpointName, requestedBy, notification }: Row): Message {
  const instant = (at: Date | null) => at?.toISOString() ?? null
  return {
    id: message.id,
    endpoint_id: message.endpointId,
    endpoint_name: endpointName,
    notification_id: message.notificationId,
    notification: notification && {
      kind: notification.kind ?? 'unknown',
      status: notification.status,
      type: notification.type,
      uid: notification.uid,
      amount: notification.amount,
      currency: notification.currency,
      quarantined: notification.authenticity === 'unverified',
    },
    state: message.state,
    attempts: message.attempts,
    last_status: message.lastStatus,
    last_error: message.lastError,
    last_attempt_at: instant(message.lastAttemptAt),
    next_attempt_at: instant(message.nextAttemptAt),
    delivered_at: instant(message.deliveredAt),
    created_at: message.createdAt.toISOString(),
    requested_by: requestedBy,
  }
}

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
 * Sends a message again at once, in a new round of attempts.
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
 * Sends a notification to an endpoint by hand, also if it was sent before. Of the endpoint's filters, only `grades`
 * applies, so that a quarantined notification only goes to an endpoint that accepts those.
 * @throws AppError `not_found`; `invalid` if the endpoint is disabled or does not accept this evidence
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
