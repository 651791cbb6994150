import 'server-only'
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { NotificationListQuery, NotificationPage } from '../schema'
import { exactTotalLimit } from '../../core/paging'
import type { ActorContext } from '../../core/server/context'
import { keysetPage, type Keyset } from '../../core/server/lists/keyset'
import { notifications } from './tables'
import { countRows, earlierEstimate, totalOf, type Total } from '../../core/server/lists/total'
import { isFiltered, type NotificationFilters } from './filters'
import { itemColumns, toItem } from './item'
import { askedOf, whereFound, mayResemble, type Asked } from './search'
import { withMarks } from './why-found'

/** Which notifications a query is about, and how they were searched for. */
export type Selection = { where: SQL; asked: Asked | null; alike: boolean }

/** Those that have all that is searched for, and, if there are none, those with similar names. */
export async function selected(
  context: ActorContext,
  filters: NotificationFilters,
  q: string | undefined,
): Promise<Selection> {
  const filtered = isFiltered(context.shop.id, filters)
  if (!q) return { where: filtered, asked: null, alike: false }
  const asked = await askedOf(context, q)
  const exact = and(filtered, whereFound(asked, { similar: false })) as SQL
  const similar = and(filtered, whereFound(asked, { similar: true })) as SQL
  const isAlike = mayResemble(asked) && !(await isAny(context, exact)) && (await isAny(context, similar))
  return { where: isAlike ? similar : exact, asked, alike: isAlike }
}

/** Of more rows than one a planner does not read the whole table for. */
const probeRows = 20

async function isAny({ engine }: ActorContext, where: SQL): Promise<boolean> {
  const rows = await engine.db
    .select({ id: notifications.id })
    .from(notifications)
    .where(where)
    .limit(probeRows)
  return rows.length > 0
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
  const { where: here, asked, alike } = await selected(context, filters, q)
  const key = JSON.stringify(['notifications', context.shop.id, context.actor.role, q, filters, alike])
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
    items: asked ? await withMarks(context, items, asked) : items,
    ...cursors,
    ...total,
    synced_at: null,
    alike,
    whole_words_only: asked !== null && !asked.personal,
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
