import 'server-only'
import { and, eq, ne, sql, type SQL } from 'drizzle-orm'
import type { NotificationListQuery, NotificationPage } from '../../contracts/notification'
import type { ActorContext } from '../context'
import { may, type Role } from '../../contracts/permissions'
import { keysetPage } from '../keyset'
import { containsWords } from '../search'
import { notifications } from '../tables/notifications'
import { countRows } from '../total'
import { itemColumns, toItem } from './item'

/** What is masked for a role is not searched for it either: letter by letter, a search tells what it finds. */
const searchedBy = (role: Role) =>
  may(role, 'personal_data.read')
    ? [notifications.search, notifications.searchPersonal]
    : [notifications.search]

/**
 * A page of the shop's notifications, newest first unless asked otherwise. Asked for a product's, it gives
 * only those with evidence: what is quarantined says nothing about a product.
 */
export async function listNotifications(
  context: ActorContext,
  query: NotificationListQuery,
): Promise<NotificationPage> {
  const { db } = context.engine
  const expression = sql`${notifications.receivedAt}`
  const order = {
    expression,
    id: sql`${notifications.id}::text`,
    type: 'timestamptz' as const,
    descending: query.sort.startsWith('-'),
  }
  const keyset = keysetPage(order, query)
  const here: SQL[] = [eq(notifications.shopId, context.shop.id)]
  if (query.q) here.push(containsWords(searchedBy(context.actor.role), query.q))
  if (query.product_id)
    here.push(eq(notifications.productId, query.product_id), ne(notifications.authenticity, 'unverified'))

  const rows = await db
    .select({
      ...itemColumns,
      cursor_value: sql<string>`${expression}::text`,
      cursor_id: sql<string>`${notifications.id}::text`,
    })
    .from(notifications)
    .where(and(...here, keyset.after))
    .orderBy(keyset.orderBy)
    .limit(keyset.take)
  const { cursor: _cursor, limit: _limit, sort: _sort, ...narrowed } = query
  const key = JSON.stringify(['notifications', context.shop.id, context.actor.role, narrowed])
  const total = await countRows(db, notifications, and(...here) as SQL, { key })

  const { rows: shown, ...cursors } = keyset.page(rows)
  return {
    items: shown.map((row) => toItem(row, context.actor.role)),
    ...cursors,
    ...total,
    synced_at: null,
  }
}
