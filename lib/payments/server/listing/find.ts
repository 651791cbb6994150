import 'server-only'
import { and, sql, type SQL } from 'drizzle-orm'
import { exactTotalLimit } from '../../../core/lists/paging'
import { rightsKey } from '../../../core/permissions'
import type { ActorContext } from '../../../core/server/context'
import { whereWithinDays } from '../../../core/server/lists/days'
import { keysetPage, type KeyedRow } from '../../../core/server/lists/keyset'
import { countRows, earlierEstimate, totalOf, type Total } from '../../../core/server/lists/total'
import { qualified } from '../../../core/server/sql'
import { containsWords } from '../../../core/server/search/search'
import { whereContains } from '../../../customers/server/listing/list'
import { statedPayments } from '../../../customers/server/reading/transactions'
import { customers } from '../../../customers/server/tables'
import {
  dayNamed,
  parseSearch,
  hasMisspellableWord,
  whereFound,
  type NotificationSearch,
} from '../../../notifications/server/search/search'
import { products } from '../../../products/server/tables'
import { listCounted, transactionsOf } from './counted'
import {
  countedIn,
  isCollectable,
  orderOf,
  whereAmountIn,
  whereCounts,
  whereFiltered,
  type Listing,
  type PaymentFilters,
} from './filter'
import { payments } from '../tables'

type PageAsked = {
  filters: PaymentFilters
  q?: string
  similar?: 'include'
  sort: 'at' | 'amount' | '-at' | '-amount'
  cursor?: string
  limit: number
}

export type FoundPage = Total & {
  uids: string[]
  next_cursor: string | null
  prev_cursor: string | null
  asked: NotificationSearch | null
  /** Nothing matches exactly; these have similar names. */
  alike: boolean
}

/**
 * Finds a page of the list. With a filter of transactions (`counted`), collects their payments first if that is quicker,
 * or walks these transactions by their index in the order of time. Otherwise reads payments in the order of the list.
 */
export async function findPage(context: ActorContext, page: PageAsked): Promise<FoundPage> {
  const { currency } = page.filters
  const counted = countedIn(page.filters)
  const transactions = counted && !page.q ? await transactionsOf(context, page.filters) : null
  const isFew = transactions !== null && transactions <= exactTotalLimit
  const isWalked = counted && !page.q && !isFew && currency?.length === 1 && page.sort.endsWith('at')
  const isCollected = !page.q && !isWalked && (isFew || isCollectable(page.filters))
  const where = and(await whereFiltered(context, page.filters, { isCollected }), whereInOrder(page)) as SQL
  const order = orderOf(page.sort)
  const key = JSON.stringify(['payments', context.shop.id, rightsKey(context.actor), page.q, page.filters])
  if (page.q) return findOnDay(context, { ...page, q: page.q, where, order, key })
  if (isCollected) {
    const { hits: _hits, ...found } = await collected(
      context,
      sql`SELECT DISTINCT c.root_uid AS uid FROM transaction_states c
        WHERE c.shop_id = ${context.shop.id} AND ${whereCounts(page.filters)}`,
      { ...page, where, order },
    )
    return { ...found, asked: null, alike: false }
  }
  const { db } = context.engine
  if (isWalked) {
    const others = await whereFiltered(context, page.filters, { isCollected: true })
    const [listed, total] = await Promise.all([
      listCounted(context, page.filters, { ...page, where: others, order }),
      earlierEstimate(key) ?? totalOf(db, payments, where, { key, found: exactTotalLimit + 1 }),
    ])
    return { ...paged(listed), ...total, asked: null, alike: false }
  }
  const [listed, total] = await Promise.all([
    listWhere(context, { ...page, where, order }),
    countRows(db, payments, where, { key }),
  ])
  return { ...listed, ...total, asked: null, alike: false }
}

/** Sorted by amount, payments of one currency are a range of the index. Without this condition, all currencies are read. */
function whereInOrder({ sort, filters }: PageAsked): SQL | undefined {
  const { currency = [] } = filters
  const isRange = sort.endsWith('amount') && currency.length === 1 && !countedIn(filters)
  return isRange ? whereAmountIn(currency, {}) : undefined
}

async function listWhere({ engine }: ActorContext, { where, order, ...page }: Listing) {
  const keyset = keysetPage(order, page)
  const { rows } = await engine.db.execute<KeyedRow>(sql`
    SELECT ${order.expression}::text AS cursor_value, ${payments.uid} AS cursor_id FROM ${payments}
    WHERE ${and(where, keyset.after)} ORDER BY ${keyset.orderBy} LIMIT ${keyset.take}`)
  return paged(keyset.page(rows))
}

const paged = ({
  rows,
  ...cursors
}: {
  rows: KeyedRow[]
  next_cursor: string | null
  prev_cursor: string | null
}) => ({
  uids: rows.map(({ cursor_id: uid }) => uid),
  ...cursors,
})

type Search = Listing & { q: string; similar?: 'include'; key: string }

/** Finds payments of the day that the search names, as in “65 yesterday”. Without any, ignores the day. */
async function findOnDay(
  context: ActorContext,
  search: Search & { filters: PaymentFilters },
): Promise<FoundPage> {
  const { q, where, key, filters } = search
  const day = dayNamed(q, filters.zone)
  if (day === null) return findMatching(context, search)
  const whereThen = whereWithinDays(payments.at, { from: day, to: day }, filters.zone)
  const found = await findMatching(context, {
    ...search,
    where: and(where, whereThen) as SQL,
    key: `${key} ${day}`,
  })
  return found.total > 0 ? found : findMatching(context, search)
}

/**
 * Finds payments with a notification that has every word, itself or in the name of its product; by the name of their
 * product; and those in statements by their whole UID or tracking ID, or by their customer. If nothing matches, or if
 * `similar`, similar names match, too.
 */
async function findMatching(context: ActorContext, search: Search): Promise<FoundPage> {
  const parsed = await parseSearch(context, search.q)
  const [named, customerIds] = await Promise.all([
    productsOf(context, parsed.words),
    customersFound(context, search.q),
  ])
  const asked = { ...parsed, products: named }
  const mayBeSimilar = hasMisspellableWord(asked)
  if (!search.similar || !mayBeSimilar) {
    const exact = await findAsked(context, search, { asked, customerIds, isSimilar: false })
    if (exact.total > 0 || !mayBeSimilar) return { ...exact, asked, alike: false }
  }
  const similar = await findAsked(context, search, { asked, customerIds, isSimilar: true })
  return { ...similar, asked, alike: similar.total > 0 }
}

type Matched = { asked: NotificationSearch; isSimilar: boolean }
/** `customerIds`: payments of these customers that only statements report match, too. */
type Sought = Matched & { customerIds: readonly string[] }

/** With more matches than are counted, reads payments in the list's order and tests each. */
async function findAsked(context: ActorContext, { key: listKey, ...search }: Search, matched: Sought) {
  const { db } = context.engine
  const key = `${listKey} ${matched.isSimilar}`
  const where = and(search.where, whereMatched(context.shop.id, search.q, matched)) as SQL
  const frequent = () => listWhere(context, { ...search, where })
  const estimated = earlierEstimate(key)
  if (estimated) return { ...(await frequent()), ...estimated }
  const { hits, ...found } = await findHits(context, search, matched)
  if (hits <= exactTotalLimit) return found
  const page = await frequent()
  const isWhole = search.cursor === undefined && page.next_cursor === null
  if (isWhole) return { ...page, total: page.uids.length, total_exact: true }
  return { ...page, ...(await totalOf(db, payments, where, { key, found: hits })) }
}

/** Most matches that a search reads. A payment can match several times, once for each notification. */
const mostRead = 3 * (exactTotalLimit + 1)

function findHits(context: ActorContext, search: Omit<Search, 'key'>, matched: Sought) {
  const { shop } = context
  const hits = sql`
    SELECT uid FROM (
      (SELECT t.root_uid AS uid ${matching(matched)} AND notifications.shop_id = ${shop.id} LIMIT ${mostRead})
      UNION ALL
      (${inStatements(shop.id, search.q, matched)})
      UNION ALL
      (SELECT p.uid FROM payments p WHERE p.shop_id = ${shop.id}
        AND p.product_id = ANY(${productsNamed(shop.id, search.q)}) LIMIT ${mostRead})
    ) matches LIMIT ${mostRead}`
  return collected(context, hits, search)
}

/**
 * Collects the payments that `chosen` selects as `uid`, some repeatedly, and filters and sorts them. `hits`: their number,
 * {@link mostRead} if there may be more.
 */
async function collected({ engine, shop }: ActorContext, chosen: SQL, { where, order, ...page }: Listing) {
  const keyset = keysetPage({ ...order, expression: sql`key`, id: sql`uid` }, page)
  const { rows } = await engine.db.execute<Partial<KeyedRow> & { hits: number; total: number }>(sql`
    WITH chosen AS MATERIALIZED (${chosen}), hits AS MATERIALIZED (SELECT DISTINCT uid FROM chosen), found AS MATERIALIZED (
      SELECT ${payments.uid} AS uid, ${order.expression} AS key FROM hits
      JOIN ${payments} ON ${payments.shopId} = ${shop.id} AND ${payments.uid} = hits.uid WHERE ${where}
    )
    SELECT counts.*, page.* FROM (
      SELECT (SELECT CASE WHEN count(*) < ${mostRead} THEN (SELECT count(*)::int FROM hits) ELSE ${mostRead} END FROM chosen) AS hits, (SELECT count(*)::int FROM found) AS total
    ) counts LEFT JOIN LATERAL (
      SELECT key::text AS cursor_value, uid AS cursor_id FROM found
      WHERE ${keyset.after} ORDER BY ${keyset.orderBy} LIMIT ${keyset.take}
    ) page ON true ORDER BY ${keysetPage({ ...order, expression: sql`cursor_value::${sql.raw(order.type)}`, id: sql`cursor_id` }, page).orderBy}`)
  const { hits = 0, total = 0 } = rows[0] ?? {}
  const keyed = rows.flatMap(({ cursor_value, cursor_id }) =>
    cursor_value == null || cursor_id == null ? [] : [{ cursor_value, cursor_id }],
  )
  return { hits, total, total_exact: true, ...paged(keyset.page(keyed)) }
}

/** Most customers whose payments a search includes. Words that more customers share do not help to find one. */
const maxCustomers = 1000

/**
 * Returns the customers that a search of their list finds, with those merged into them. None if no statement reports a
 * payment of a checkout.
 */
async function customersFound(context: ActorContext, q: string): Promise<string[]> {
  const { engine, shop } = context
  const where = whereContains(context, q)
  if (where === null) return []
  const { rows } = await engine.db.execute<{ id: string }>(sql`
    WITH RECURSIVE found AS (
      (SELECT ${customers.id} FROM ${customers} WHERE ${customers.shopId} = ${shop.id} AND ${where}
        AND ${customers.mergedInto} IS NULL AND ${customers.anonymisedAt} IS NULL
        AND EXISTS (SELECT 1 FROM transaction_states t WHERE t.shop_id = ${shop.id}
          AND t.reconciliation_id IS NOT NULL AND t.checkout_id IS NOT NULL) LIMIT ${maxCustomers})
      UNION SELECT c.id FROM customers c JOIN found ON c.merged_into = found.id WHERE c.shop_id = ${shop.id}
    ) SELECT id FROM found`)
  return rows.map(({ id }) => id)
}

/** Most products whose payments a search by name finds. Products that have vanished are among them. */
const maxProducts = 1000

const productsNamed = (shopId: string, q: string): SQL =>
  sql`ARRAY(SELECT ${qualified(products.id)} FROM ${products} WHERE ${qualified(products.shopId)} = ${shopId}
    AND ${containsWords([qualified(products.search)], q)} LIMIT ${maxProducts})`

/** For each of several words, the products whose names contain it. A single word finds their payments anyway. */
async function productsOf(
  { engine, shop }: ActorContext,
  words: readonly string[],
): Promise<Map<string, string[]>> {
  if (words.length < 2) return new Map()
  const each = words.map((word) => sql`SELECT ${word}::text AS word, ${productsNamed(shop.id, word)} AS ids`)
  const { rows } = await engine.db.execute<{ word: string; ids: string[] }>(
    sql`SELECT * FROM (${sql.join(each, sql` UNION ALL `)}) named WHERE ids <> '{}'`,
  )
  return new Map(rows.map(({ word, ids }) => [word, ids]))
}

/** SQL: matching notifications with their transactions. A duplicate counts only if it decides its transaction's state. */
const matching = ({ asked, isSimilar }: Matched): SQL => sql`FROM notifications
  JOIN transaction_states t ON t.shop_id = notifications.shop_id AND t.uid = notifications.uid
  WHERE (notifications.duplicate_of IS NULL OR notifications.id = t.notification_id) AND notifications.authenticity <> 'unverified'
    AND notifications.hook = 'notification' AND ${whereFound(asked, { isSimilar })}`

/** SQL: whether a payment matches. The offset keeps the planner from reading all matches first. */
const whereMatched = (shopId: string, q: string, matched: Sought): SQL =>
  sql`(${qualified(payments.productId)} = ANY(${productsNamed(shopId, q)})
    OR ${qualified(payments.uid)} = ANY(ARRAY(${inStatements(shopId, q, matched)}))
    OR EXISTS (SELECT 1 ${matching(matched)} AND t.shop_id = ${qualified(payments.shopId)}
    AND t.root_uid = ${qualified(payments.uid)} OFFSET 0))`

/** SQL: payments in statements that have this whole UID or tracking ID, or are of these customers. */
const inStatements = (shopId: string, q: string, { customerIds }: Pick<Sought, 'customerIds'>): SQL => sql`
  (SELECT t.root_uid AS uid FROM transaction_states t WHERE t.shop_id = ${shopId} AND t.uid = ${q}
    AND t.reconciliation_id IS NOT NULL)
  UNION ALL
  (SELECT t.root_uid FROM reconciliation_rows r JOIN transaction_states t ON t.shop_id = r.shop_id
      AND t.uid = r.uid AND t.reconciliation_id = r.reconciliation_id
    WHERE r.shop_id = ${shopId} AND r.tracking_id = ${q} AND r.recorded_at IS NOT NULL LIMIT ${mostRead})
  UNION ALL
  (SELECT t.root_uid FROM ${statedPayments} WHERE k.shop_id = ${shopId}
    AND k.customer_id = ANY(${sql.param(customerIds)}::text[]) LIMIT ${mostRead})`

/** The newest matching notification of each payment, which says why it was found. */
export async function matchesOf(
  { engine, shop }: ActorContext,
  uids: readonly string[],
  matched: Matched,
): Promise<Map<string, string>> {
  const { rows } = await engine.db.execute<{ uid: string; id: string }>(sql`
    SELECT DISTINCT ON (t.root_uid) t.root_uid AS uid, notifications.id ${matching(matched)}
      AND t.shop_id = ${shop.id} AND t.root_uid = ANY(${sql.param(uids)}::text[])
    ORDER BY t.root_uid, notifications.received_at DESC, notifications.id`)
  return new Map(rows.map(({ uid, id }) => [uid, id]))
}
