import 'server-only'
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { NotificationListQuery, NotificationPage } from '../../contracts/notification'
import { exactTotalLimit } from '../../contracts/paging'
import type { ActorContext } from '../context'
import { may, type Role } from '../../contracts/permissions'
import { keysetPage, type Keyset } from '../keyset'
import { containsOwnPart, containsWords } from '../search'
import { notifications } from '../tables/notifications'
import { countRows, earlierEstimate, totalOf, type Total } from '../total'
import { isFiltered, type NotificationFilters } from './filters'
import { itemColumns, toItem } from './item'
import { withMarks } from './why-found'

/** What is masked for a role is not searched for it either: letter by letter, a search tells what it finds. */
const searchedBy = (role: Role) =>
  may(role, 'personal_data.read')
    ? [notifications.search, notifications.searchPersonal]
    : [notifications.search]

/** Which notifications a query is about. */
export function isAsked({ shop, actor }: ActorContext, filters: NotificationFilters, q?: string): SQL {
  const filtered = isFiltered(shop.id, filters)
  if (!q) return filtered
  const texts = searchedBy(actor.role)
  return and(filtered, containsOwnPart(texts, q) ?? containsWords(texts, q)) as SQL
}

/** By when they were received. */
export const orderOf = (sort: NotificationListQuery['sort']): Keyset => ({
  expression: sql`${notifications.receivedAt}`,
  id: sql`${notifications.id}::text`,
  type: 'timestamptz',
  descending: sort.startsWith('-'),
})

/** A page of the shop's notifications, newest first unless asked otherwise. */
export async function listNotifications(
  context: ActorContext,
  query: NotificationListQuery,
): Promise<NotificationPage> {
  const { db } = context.engine
  const { cursor, limit: _limit, sort, q, ...filters } = query
  const order = orderOf(sort)
  const keyset = keysetPage(order, query)
  const here = isAsked(context, filters, q)
  const key = JSON.stringify(['notifications', context.shop.id, context.actor.role, q, filters])
  const found = q ? await countFound(context, { ...query, here, key }) : null
  const rows = await db
    .select({
      ...itemColumns,
      cursor_value: sql<string>`${order.expression}::text`,
      cursor_id: sql<string>`${notifications.id}::text`,
    })
    .from(notifications)
    .where(and(found?.where ?? here, keyset.after))
    .orderBy(keyset.orderBy)
    .limit(keyset.take)
  // Few are counted by being there: to find them again takes as long once more.
  const isAll = cursor === undefined && rows.length < keyset.take
  const total = isAll
    ? { total: rows.length, total_exact: true }
    : (found?.total ?? (await countRows(db, notifications, here, { key })))

  const { rows: shown, ...cursors } = keyset.page(rows)
  const items = shown.map((row) => toItem(row, context.actor.role))
  return {
    items: q ? await withMarks(context, items, q) : items,
    ...cursors,
    ...total,
    synced_at: null,
  }
}

type Search = NotificationListQuery & { here: SQL; key: string }
type Found = { total: Total; where: SQL }

/**
 * How many a search finds, and `where` those of the page are: who counts passes all of them, so that nothing is looked
 * for twice. Of more than are counted, the newest are found sooner by going through all in their order.
 */
async function countFound(context: ActorContext, { here, key, ...query }: Search): Promise<Found> {
  const { db } = context.engine
  const estimated = earlierEstimate(key)
  if (estimated) return { total: estimated, where: here }
  const order = { ...orderOf(query.sort), expression: sql`at`, id: sql`hit::text` }
  const { after, orderBy, take } = keysetPage(order, query)
  const { rows } = await db.execute<{ found: number; ids: string[] }>(sql`
    WITH hits (hit, at) AS MATERIALIZED (SELECT ${notifications.id}, ${notifications.receivedAt} FROM ${notifications}
      WHERE ${here} LIMIT ${exactTotalLimit + 1})
    SELECT (SELECT count(*)::int FROM hits) AS found,
      ARRAY(SELECT hit::text FROM hits WHERE ${after} ORDER BY ${orderBy} LIMIT ${take}) AS ids`)
  const { found = 0, ids = [] } = rows[0] ?? {}
  const total = await totalOf(db, notifications, here, { key, found })
  if (!total.total_exact) return { total, where: here }
  const isOne = and(eq(notifications.shopId, context.shop.id), inArray(notifications.id, ids)) as SQL
  return { total, where: isOne }
}
