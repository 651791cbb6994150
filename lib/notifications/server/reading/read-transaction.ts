import 'server-only'
import { and, desc, eq, isNull, ne, not, or, sql } from 'drizzle-orm'
import { may } from '../../../core/permissions'
import { namesOf } from '../../../core/server/accounts/names'
import type { ActorContext } from '../../../core/server/context'
import { maskFor } from '../../../core/server/search/contacts-in-text'
import { readNotification } from '../../../gateway/notifications/notification'
import type { NotificationDelivery, NotificationDetail, NotificationItem } from '../../schema'
import { itemColumns, toItem } from './item'
import { differenceOf, shownRow } from './list'
import { maskPayload } from '../redaction/mask'
import { notificationDeliveries, notifications, type NotificationRow } from '../tables'

const limits = { deliveries: 50, transaction: 100 }

/** Returns further deliveries, oldest first: of the same bytes, or of the same content with the difference. */
export async function deliveriesOf(
  context: ActorContext,
  row: NotificationRow,
): Promise<NotificationDelivery[]> {
  const { engine, shop } = context
  const alike = await engine.db
    .select()
    .from(notifications)
    .where(and(eq(notifications.shopId, shop.id), eq(notifications.duplicateOf, row.id)))
    .orderBy(desc(notifications.receivedAt), desc(notifications.id))
    .limit(limits.deliveries)
  const again = await engine.db
    .select()
    .from(notificationDeliveries)
    .where(
      and(
        eq(notificationDeliveries.shopId, shop.id),
        or(
          ...[row.id, ...alike.map(({ id }) => id)].map((id) =>
            eq(notificationDeliveries.notificationId, id),
          ),
        ),
      ),
    )
    .orderBy(desc(notificationDeliveries.at))
    .limit(limits.deliveries)
  const names = await namesOf(
    engine.db,
    again.map(({ replayedBy }) => replayedBy),
  )
  const first = payloadOf(context, row)
  const differences = new Map(
    await Promise.all(
      alike.map(async (one) => {
        const shown = await shownRow(context, one)
        return [one.id, comparisonOf(first, payloadOf(context, shown))] as const
      }),
    ),
  )
  const sameBytes = { difference: null, compared: true }
  const deliveries: NotificationDelivery[] = [
    ...alike.map(({ id, receivedAt, sourceAddress }) => ({
      at: receivedAt.toISOString(),
      source_address: sourceAddress,
      replayed_by: null,
      answer: null,
      ...(differences.get(id) ?? sameBytes),
    })),
    ...again.map(({ notificationId, at, sourceAddress, replayedBy, answer }) => ({
      at: at.toISOString(),
      source_address: sourceAddress,
      replayed_by: replayedBy === null ? null : (names.get(replayedBy) ?? null),
      answer: maskFor(context.actor, answer),
      ...(differences.get(notificationId) ?? sameBytes),
    })),
  ]
  return deliveries.sort((a, b) => (a.at < b.at ? -1 : 1)).slice(-limits.deliveries)
}

/** A larger body is not a payment, and comparing fifty of them would take minutes. */
const largestCompared = 64 * 1024

/**
 * Compares payloads only if both are known: a missing one would look like a difference, two missing ones like no
 * difference.
 */
function comparisonOf(before: unknown, after: unknown) {
  const isComparable = before !== undefined && after !== undefined
  return { difference: isComparable ? differenceOf(before, after) : [], compared: isComparable }
}

/** Returns the masked payload for comparing; undefined if it was removed, is too large or unreadable. */
function payloadOf({ actor }: ActorContext, { body }: Pick<NotificationRow, 'body'>): unknown {
  if (body.length > largestCompared) return undefined
  const content = readNotification(body)
  const isPersonalShown = may(actor, 'personal_data.read')
  return content.kind === 'unreadable' ? undefined : maskPayload(content.json, { isPersonalShown })
}

/**
 * Returns notifications of the transaction, of the one it refers to (`parent_uid`), and of all that refer to either,
 * oldest first.
 */
export async function transactionOf(
  { engine, shop, actor }: ActorContext,
  { uid, parentUid }: Pick<NotificationRow, 'uid' | 'parentUid'>,
): Promise<NotificationItem[]> {
  if (uid === null) return []
  const family = sql`${sql.param(parentUid === null ? [uid] : [uid, parentUid])}::text[]`
  // A UNION uses an index for each part. With OR, a planner may read the whole shop.
  const fromShop = sql`FROM notifications WHERE shop_id = ${shop.id} AND duplicate_of IS NULL`
  const related = sql`(SELECT id ${fromShop} AND uid = ANY(${family}) UNION SELECT id ${fromShop} AND parent_uid = ANY(${family}))`
  const rows = await engine.db
    .select(itemColumns)
    .from(notifications)
    .where(and(eq(notifications.shopId, shop.id), sql`${notifications.id} IN ${related}`))
    .orderBy(
      desc(sql`coalesce(${notifications.transactionAt}, ${notifications.receivedAt})`),
      desc(notifications.receivedAt),
      desc(notifications.id),
    )
    .limit(limits.transaction)
  return rows.toReversed().map((row) => toItem(row, actor))
}

/**
 * Returns the parent transaction with its newest notification. One without evidence counts only if this one has none
 * either.
 */
export async function parentOf(
  { engine, shop }: ActorContext,
  { parentUid, authenticity }: Pick<NotificationRow, 'parentUid' | 'authenticity'>,
): Promise<NotificationDetail['parent']> {
  if (parentUid === null) return null
  const whereUnverified = eq(notifications.authenticity, 'unverified')
  const [found] = await engine.db
    .select({ id: notifications.id })
    .from(notifications)
    .where(
      and(
        eq(notifications.shopId, shop.id),
        eq(notifications.uid, parentUid),
        isNull(notifications.duplicateOf),
        authenticity === 'unverified' ? undefined : not(whereUnverified),
      ),
    )
    .orderBy(whereUnverified, desc(notifications.receivedAt), desc(notifications.id))
    .limit(1)
  return { uid: parentUid, id: found?.id ?? null }
}

/**
 * Returns the previous notification of the same transaction and the differences from it. For a notification with
 * evidence, skips those without.
 */
export async function previousOf(
  context: ActorContext,
  row: NotificationRow,
): Promise<NotificationDetail['previous']> {
  const { engine, shop } = context
  if (row.uid === null) return null
  const [found] = await engine.db
    .select()
    .from(notifications)
    .where(
      and(
        eq(notifications.shopId, shop.id),
        eq(notifications.uid, row.uid),
        ne(notifications.id, row.id),
        isNull(notifications.duplicateOf),
        row.authenticity === 'unverified' ? undefined : ne(notifications.authenticity, 'unverified'),
        sql`(${notifications.receivedAt}, ${notifications.id}) < (${row.receivedAt.toISOString()}::timestamptz, ${row.id}::uuid)`,
      ),
    )
    .orderBy(desc(notifications.receivedAt), desc(notifications.id))
    .limit(1)
  if (!found) return null
  const earlier = await shownRow(context, found)
  return {
    id: found.id,
    received_at: found.receivedAt.toISOString(),
    status: found.status,
    ...comparisonOf(payloadOf(context, earlier), payloadOf(context, row)),
  }
}
