import 'server-only'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { ShopContext } from '../../core/server/context'
import { keysetPage } from '../../core/server/lists/keyset'
import { countRows } from '../../core/server/lists/total'
import { qualified } from '../../core/server/sql'
import { users } from '../../core/server/tables/users'
import { notifications } from '../../notifications/server/tables'
import type { Message, MessageListQuery, MessagePage } from '../schema'
import { forwardingEndpoints, forwardingMessages } from './tables'

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

/** Leaves out messages of removed endpoints. */
export const messageRows = ({ engine }: Pick<ShopContext, 'engine'>) =>
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

/** A subquery, since `countRows` counts the table alone, without the join. */
const whereEndpointExists = sql`EXISTS (SELECT 1 FROM ${forwardingEndpoints} e WHERE e.shop_id = ${qualified(forwardingMessages.shopId)}
  AND e.id = ${qualified(forwardingMessages.endpointId)} AND e.removed_at IS NULL)`

export function toMessage({ message, endpointName, requestedBy, notification }: Row): Message {
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
