import 'server-only'
import { and, eq, inArray, sql, type SQL, gte, isNull, lte, ne, not } from 'drizzle-orm'
import type { WithSimilar } from '../../../core/lists/list'
import { exactTotalLimit } from '../../../core/lists/paging'
import { rightsKey } from '../../../core/permissions'
import type { ActorContext } from '../../../core/server/context'
import { keysetPage, type Keyset } from '../../../core/server/lists/keyset'
import { whereWithinDays } from '../../../core/server/lists/days'
import { countRows, earlierEstimate, totalOf, type Total } from '../../../core/server/lists/total'
import { qualified } from '../../../core/server/sql'
import { zoneOf } from '../../../core/server/shop/load'
import { idsWithMerged } from '../../../customers/server/merging/joined'
import type { NotificationListQuery, NotificationPage, PayloadDifference } from '../../schema'
import { shownBody } from '../redaction/anonymisations'
import { itemColumns, toItem } from './item'
import { parseSearch, whereFound, hasMisspellableWord, type NotificationSearch } from '../search/search'
import { notifications, anonymisations, type NotificationRow } from '../tables'
import { withMarks } from '../search/why-found'

type Selection = { where: SQL; asked: NotificationSearch | null; isAlike: boolean }

/** Selects the notifications with all words of the search, or else, or if `similar`, those with similar names too. */
export async function selectNotifications(
  context: ActorContext,
  filters: NotificationFilters,
  q: string | undefined,
  { similar }: Pick<WithSimilar<NotificationListQuery>, 'similar'> = {},
): Promise<Selection> {
  const filtered = whereFiltered(context.shop, filters)
  if (!q) return { where: filtered, asked: null, isAlike: false }
  const asked = await parseSearch(context, q)
  const whereExact = and(filtered, whereFound(asked, { isSimilar: false })) as SQL
  const whereSimilar = and(filtered, whereFound(asked, { isSimilar: true })) as SQL
  const isAlike =
    hasMisspellableWord(asked) &&
    (similar !== undefined || !(await isAny(context, whereExact))) &&
    (await isAny(context, whereSimilar))
  return { where: isAlike ? whereSimilar : whereExact, asked, isAlike }
}

/** With a limit of one row, a planner may read the whole table. */
const probeRows = 20

async function isAny({ engine }: ActorContext, where: SQL): Promise<boolean> {
  const rows = await engine.db
    .select({ id: notifications.id })
    .from(notifications)
    .where(where)
    .limit(probeRows)
  return rows.length > 0
}

export const orderOf = (sort: NotificationListQuery['sort']): Keyset => ({
  expression: sql`${notifications.receivedAt}`,
  id: sql`${notifications.id}::text`,
  type: 'timestamptz',
  isDescending: sort.startsWith('-'),
})

export async function listNotifications(
  context: ActorContext,
  query: WithSimilar<NotificationListQuery>,
): Promise<NotificationPage> {
  const { db } = context.engine
  const { cursor, limit: _limit, sort, q, similar, ...filters } = query
  const order = orderOf(sort)
  const keyset = keysetPage(order, query)
  const { where: here, asked, isAlike } = await selectNotifications(context, filters, q, { similar })
  const key = JSON.stringify([
    'notifications',
    context.shop.id,
    zoneOf(context.shop),
    rightsKey(context.actor),
    q,
    filters,
    isAlike,
  ])
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
  // If the first page holds all, it is the total: counting would take as long as the search.
  const isAll = cursor === undefined && rows.length < keyset.take
  const total = isAll
    ? { total: rows.length, total_exact: true }
    : (found?.total ?? (await countRows(db, notifications, here, { key })))

  const { rows: shown, ...cursors } = keyset.page(rows)
  const items = shown.map((row) => toItem(row, context.actor))
  return {
    items: asked ? await withMarks(context, items, asked) : items,
    ...cursors,
    ...total,
    synced_at: null,
    alike: isAlike,
    whole_words_only: asked !== null && !asked.isPersonalShown,
  }
}

type Search = NotificationListQuery & { here: SQL; key: string }
type Found = { total: Total; where: SQL }

/**
 * Counts what a search finds. As that visits all matches, it also collects the page's IDs for `where`. With more
 * matches than are counted, reading in the list's order is quicker.
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
  const whereIdIn = and(eq(notifications.shopId, context.shop.id), inArray(notifications.id, ids)) as SQL
  return { total, where: whereIdIn }
}

type NotificationFilters = Omit<NotificationListQuery, 'q' | 'sort' | 'cursor' | 'limit'>

/**
 * The condition for a query's filters. Leaves out duplicates, and quarantined notifications of a product, checkout or
 * customer.
 */
function whereFiltered(shop: ActorContext['shop'], filters: NotificationFilters): SQL {
  const { kind, status, type, currency, authenticity, test, uid, linked } = filters
  const { amount_from: least, amount_to: most, received_from: from, received_to: to } = filters
  const { product_id: productId, checkout_id: checkoutId, customer_id: customerId } = filters
  const { amount, receivedAt } = notifications
  const isOfObject = [productId, checkoutId, customerId].some((id) => id !== undefined)
  const conditions = [
    eq(notifications.shopId, shop.id),
    isNull(notifications.duplicateOf),
    kind === undefined ? undefined : inArray(notifications.kind, kind),
    status === undefined ? undefined : inArray(notifications.status, status),
    type === undefined ? undefined : inArray(notifications.type, type),
    currency === undefined ? undefined : inArray(notifications.currency, currency),
    authenticity === undefined ? undefined : inArray(notifications.authenticity, authenticity),
    least === undefined ? undefined : gte(amount, least),
    most === undefined ? undefined : lte(amount, most),
    whereWithinDays(receivedAt, { from, to }, zoneOf(shop)),
    test === undefined ? undefined : eq(sql`coalesce(${notifications.test}, false)`, test),
    uid === undefined ? undefined : eq(notifications.uid, uid),
    linked === undefined ? undefined : linked ? whereLinked : not(whereLinked),
    isOfObject ? ne(notifications.authenticity, 'unverified') : undefined,
    productId === undefined ? undefined : eq(notifications.productId, productId),
    checkoutId === undefined ? undefined : eq(notifications.checkoutId, checkoutId),
    customerId === undefined
      ? undefined
      : whereLinkedTo(sql`customer_id = ANY(${idsWithMerged(shop.id, customerId)})`),
  ]
  return and(...conditions) as SQL
}

const whereLinkedTo = (customers: SQL): SQL => sql`EXISTS (SELECT 1 FROM customer_links l
  WHERE l.shop_id = ${qualified(notifications.shopId)} AND l.notification_id = ${qualified(notifications.id)} AND ${customers})`

const whereLinked: SQL = sql`(${notifications.productId} IS NOT NULL OR ${notifications.checkoutId} IS NOT NULL
  OR ${whereLinkedTo(sql`true`)})`

/** Returns a row that may be shown, even if its anonymisation has not reached its body yet. */
export async function shownRow<Shown extends NotificationRow>(
  { engine }: Pick<ActorContext, 'engine'>,
  row: Shown,
): Promise<Shown> {
  if (row.anonymisationId === null) return row
  const [found] = await engine.db
    .select({ names: anonymisations.names })
    .from(anonymisations)
    .where(and(eq(anonymisations.shopId, row.shopId), eq(anonymisations.id, row.anonymisationId)))
  return { ...row, body: shownBody(row.body, found?.names ?? null) }
}

/** Most differences reported. Payloads with more have little in common. */
const most = 100
const maxDepth = 64

/** Returns the differing values by dotted path: in the later payload's order, then what it lacks. */
export function differenceOf(before: unknown, after: unknown): PayloadDifference[] {
  const found: PayloadDifference[] = []
  compare([before, after], { path: [], currencies: { before: null, after: null } }, found)
  return found
}

interface Place {
  path: string[]
  /** The currency of the nearest object around this place that has one. */
  currencies: { before: string | null; after: string | null }
}

type Sides = [before: unknown, after: unknown]

function compare([before, after]: Sides, { path, currencies }: Place, found: PayloadDifference[]): void {
  if (found.length >= most || path.length > maxDepth || Object.is(before, after)) return
  if (isBranch(before) && isBranch(after) && Array.isArray(before) === Array.isArray(after)) {
    const inside = {
      before: currencyIn(before) ?? currencies.before,
      after: currencyIn(after) ?? currencies.after,
    }
    const names = new Set([...Object.keys(after), ...Object.keys(before)])
    for (const name of names)
      compare([own(before, name), own(after, name)], { path: [...path, name], currencies: inside }, found)
    return
  }
  found.push({
    path: path.join('.'),
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    ...(/(^|_)amount$/.test(path.at(-1) ?? '') ? { currencies } : {}),
  })
}

type Branch = Record<string, unknown>

const isBranch = (value: unknown): value is Branch => typeof value === 'object' && value !== null

const own = (branch: Branch, name: string): unknown =>
  Object.hasOwn(branch, name) ? branch[name] : undefined

function currencyIn(branch: Branch): string | null {
  const text = own(branch, 'currency')
  return typeof text === 'string' && /^[A-Z]{3}$/.test(text) ? text : null
}
