import 'server-only'
import { and, eq, gte, inArray, lte, or, sql, type SQL } from 'drizzle-orm'
import type { WithSimilar } from '../../../core/lists/list'
import { relevance, type SortOf } from '../../../core/lists/paging'
import { isoText } from '../../../core/server/sql'
import { namesOf } from '../../../core/server/accounts/names'
import type { ActorContext, ShopContext } from '../../../core/server/context'
import type { Keyset } from '../../../core/server/lists/keyset'
import { whereWithinDays } from '../../../core/server/lists/days'
import { listRows } from '../../../core/server/lists/list'
import { zoneOf } from '../../../core/server/shop/load'
import type { Source } from '../../../core/server/lists/source'
import { maskFor } from '../../../core/server/search/contacts-in-text'
import { searchText } from '../../../core/server/search/fold'
import { markerOf, type Marker } from '../../../core/server/search/marks'
import { linesOf, longNumber, withoutContacts } from '../../../core/server/search/searched-text'
import { isMaskedFor } from '../../../customers/server/listing/item'
import { idsWithMerged } from '../../../customers/server/merging/joined'
import type {
  CheckoutListItem,
  CheckoutListQuery,
  CheckoutPage,
  CheckoutMakers,
  TrackingUse,
} from '../../schema'
import { toItem, type ItemRow, itemColumns } from '../read'
import { whereInState } from '../state'
import { checkouts, type CheckoutRow } from '../tables'
import type { checkoutList } from '../../filters'

/**
 * Returns a page of the checkouts created here: the gateway cannot list them. Masked values are found only by the whole
 * value, which a customer may have told the person who searches.
 */
export async function listCheckouts(
  context: ActorContext,
  query: WithSimilar<CheckoutListQuery>,
): Promise<CheckoutPage> {
  const { sort, q, similar, cursor, limit, ...filters } = query
  const isMasked = isMaskedFor(context.actor)
  const { rows, ...page } = await listRows(context, isMasked ? maskedSource : checkoutSource, {
    filtered: whereFiltered(context.shop, filters),
    q,
    similar,
    sort,
    order: orderOf(sort === relevance ? '-created_at' : sort),
    cursor,
    limit,
    key: countKey(context, { isMasked, q, filters }),
  })
  const names = await namesOf(
    context.engine.db,
    rows.map(({ createdBy }) => createdBy),
  )
  const marks = q ? markerOf(q, page) : null
  const items = rows.map((row) => listItem(context, row, { names, marks }))
  return { items, ...page, synced_at: null }
}

type Counted = { isMasked: boolean; q: string | undefined; filters: CheckoutFilters }

/** Identifies the count of a search: counts with equal keys are the same. */
export const countKey = ({ shop }: ShopContext, { isMasked, q, filters }: Counted): string =>
  JSON.stringify(['checkouts', shop.id, zoneOf(shop), isMasked, q, filters])

type Shown = { names: ReadonlyMap<string, string>; marks: Marker | null }

function listItem({ actor }: ActorContext, row: ItemRow, { names, marks }: Shown): CheckoutListItem {
  const item = toItem(row, actor, names)
  if (!marks) return item
  return {
    ...item,
    marks: {
      description: marks(item.description),
      tracking_id: marks(item.tracking_id),
      // Marks in a masked value would reveal where the match is.
      email: item.masked ? [] : marks(item.email),
      token: marks(item.token),
    },
  }
}

type CheckoutFilters = Omit<CheckoutListQuery, 'q' | 'sort' | 'cursor' | 'limit'>

/** Returns the condition for a query without its search text. */
export function whereFiltered(shop: ShopContext['shop'], filters: CheckoutFilters): SQL {
  const { state, currency, amount_from: least, amount_to: most, created_by: people, test } = filters
  const { created_from: from, created_to: to, customer_id: customerId, job, id: ids } = filters
  const { amount, createdAt } = checkouts
  const conditions = [
    eq(checkouts.shopId, shop.id),
    state === undefined ? undefined : or(...state.map(whereInState)),
    currency === undefined ? undefined : inArray(checkouts.currency, currency),
    least === undefined ? undefined : gte(amount, least),
    most === undefined ? undefined : lte(amount, most),
    whereWithinDays(createdAt, { from, to }, zoneOf(shop)),
    people === undefined ? undefined : inArray(checkouts.createdBy, people),
    customerId === undefined
      ? undefined
      : sql`${checkouts.customerId} = ANY(${idsWithMerged(shop.id, customerId)})`,
    job === undefined ? undefined : eq(checkouts.jobId, job),
    test === undefined ? undefined : eq(checkouts.test, test),
    ids === undefined ? undefined : inArray(checkouts.id, ids),
  ]
  return and(...conditions) as SQL
}

type Column = (typeof checkoutList)['sortColumns'][number]

/** What to sort by: the same expressions as in the indexes of tables.ts. */
const orders: Record<Column, Pick<Keyset, 'expression' | 'type'>> = {
  created_at: { expression: sql`${checkouts.createdAt}`, type: 'timestamptz' },
  expires_at: { expression: sql`${checkouts.expiresAt}`, type: 'timestamptz' },
  // Sorts by currency first: amounts can be compared only within one currency.
  amount: {
    expression: sql`(${checkouts.currency} || lpad(${checkouts.amount}::text, 19, '0') COLLATE "C")`,
    type: 'text',
  },
}

export const orderOf = (sort: SortOf<(typeof checkoutList)['sortColumns']>): Keyset => ({
  ...orders[sort.replace(/^-/, '') as Column],
  id: sql`${checkouts.id}`,
  isDescending: sort.startsWith('-'),
})

type Searched = Pick<CheckoutRow, 'id' | 'token' | 'description' | 'trackingId' | 'email' | 'customerId'>

/** Returns the text that the search looks in, one value per line. `uids`: those of the checkout's transactions. */
export const checkoutSearchText = (checkout: Searched, uids: readonly string[] = []): string =>
  searchText([
    checkout.description,
    checkout.trackingId,
    checkout.email,
    checkout.token,
    checkout.id,
    checkout.customerId,
    ...uids,
  ])

const checkoutSearchLines = { name: 1, id: 5, exact: [2, 3, 4] }

/** How many IDs are read from a `tracking_id`. It may hold several (docs/gateway.md#tokenization-request). */
const maxTrackingIds = 10

export const trackingIdsIn = (trackingId: string | null | undefined): string[] =>
  [
    ...new Set(
      (trackingId ?? '')
        .split(';')
        .map((part) => part.replaceAll('\0', '').trim())
        .filter((part) => part !== ''),
    ),
  ].slice(0, maxTrackingIds)

export const checkoutSource: Source<ItemRow> = {
  resource: 'checkouts',
  table: checkouts,
  columns: itemColumns,
  lines: checkoutSearchLines,
}

/** Leaves out the e-mail address (line 3), and contacts and card numbers in lines 1 and 2. */
const maskedSource: Source<ItemRow> = {
  ...checkoutSource,
  masked: {
    all: checkouts.search,
    open: sql`concat(${withoutContacts(linesOf(checkouts.search, 1, 2), longNumber)}, E'\n\n', ${linesOf(checkouts.search, 4)})`,
  },
}

/** Returns the people who created checkouts of this shop, for the list's filter. */
export async function checkoutMakers({ engine, shop }: ShopContext): Promise<CheckoutMakers> {
  const { rows } = await engine.db.execute<CheckoutMakers['items'][number]>(sql`
    SELECT id::text, coalesce(nullif(name, ''), email) AS name FROM users u
    WHERE EXISTS (SELECT 1 FROM checkouts c WHERE c.shop_id = ${shop.id} AND c.created_by = u.id)
    ORDER BY lower(coalesce(nullif(name, ''), email)), id`)
  return { items: rows }
}

const most = 10

/**
 * Returns where the shop already uses a tracking ID, or any of several separated by semicolons, newest first: at most
 * 10 checkouts and 10 notifications. An ID should be unique: a query by it returns only some of its uses
 * (docs/gateway.md#order).
 */
export async function trackingUses(
  { engine, shop, actor }: ActorContext,
  trackingId: string,
): Promise<{ items: TrackingUse[] }> {
  const ids = trackingIdsIn(trackingId)
  if (ids.length === 0) return { items: [] }
  const wanted = sql`${sql.param(ids)}::text[]`
  const keys = sql`${sql.param(ids.map((id) => `tracking_id:${id}`))}::text[]`
  const { rows } = await engine.db.execute<TrackingUse>(sql`
    SELECT tracking_id, kind, id, description, amount, currency,
      ${isoText(sql`at`)} AS at
    FROM (
      (SELECT tracking_id, 'checkout' AS kind, id, description, amount, currency, created_at AS at
        FROM checkouts WHERE tracking_ids && ${wanted} AND shop_id = ${shop.id} ORDER BY created_at DESC LIMIT ${most})
      UNION ALL
      -- A checkout covers its own notifications.
      (SELECT tracking_id, 'notification', id::text, description, amount, currency, received_at
        FROM notifications WHERE keys && ${keys} AND shop_id = ${shop.id} AND checkout_id IS NULL
        ORDER BY received_at DESC LIMIT ${most})
    ) used WHERE tracking_id IS NOT NULL ORDER BY used.at DESC, id`)
  return maskFor(actor, { items: rows })
}
