import 'server-only'
import { and, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import type { WithSimilar } from '../../../core/lists/list'
import { relevance, type SortOf } from '../../../core/lists/paging'
import type { ActorContext, ShopContext } from '../../../core/server/context'
import { AppError } from '../../../core/server/errors'
import type { Keyset } from '../../../core/server/lists/keyset'
import { whereWithinDays } from '../../../core/server/lists/days'
import { listRows } from '../../../core/server/lists/list'
import { containsAll, type Source } from '../../../core/server/lists/source'
import { freshnessOf } from '../../../core/server/mirror/keep-fresh'
import { zoneOf } from '../../../core/server/shop/load'
import { markerOf, type Marker } from '../../../core/server/search/marks'
import {
  isIpv4,
  phoneDigitsOf,
  marksOfDigits,
  containsPhone,
  resemblesPhone,
} from '../../../core/server/search/phone'
import { containsOwnPart, containsWords } from '../../../core/server/search/search'
import { isUnopened } from '../../../db/sealing'
import { nameOf } from '../../name'
import type { CustomerFoundBy, CustomerListItem, CustomerListQuery, CustomerPage } from '../../schema'
import { withNamedLabels } from './choices'
import { isMaskedFor, toItem, type ItemRow, itemColumns, whereListed } from './item'
import { lastSync, syncInBackground } from '../reading/mirror'
import { transactionsOf } from '../reading/transactions'
import { cleanQuery, customerSearchLines, whereSimilarName } from './search'
import { maskedSearch, reasonsOf } from './why-found'
import { customers } from '../tables'
import type { customerList } from '../../filters'

/**
 * Returns a page of customers from the mirror, so it works while the gateway does not. Refreshes a stale mirror in the
 * background. People who see masked values can still search by a full value.
 * @throws AppError `forbidden` when sorting by a masked column, because the order would reveal its values; `bad_request`
 *   for an invalid cursor.
 */
export async function listCustomers(
  context: ActorContext,
  query: WithSimilar<CustomerListQuery>,
): Promise<CustomerPage> {
  if (/^-?email$/.test(query.sort) && isMaskedFor(context.actor)) throw new AppError('forbidden')
  const q = query.q && cleanQuery(query.q)
  const [{ rows, ...page }, synced] = await Promise.all([list(context, { ...query, q }), lastSync(context)])
  syncInBackground(context, synced)
  const find = q ? { marks: markerOf(q, page), digits: phoneDigitsOf(q) } : null
  const paid = rows.filter(({ lastPaidAt }) => lastPaidAt !== null).map(({ id }) => id)
  const payments = await lastPaymentsOf(context, paid)
  const reasons = q ? await reasonsOf(context, rows, q) : new Map<string, CustomerFoundBy[]>()
  return {
    items: rows.map((row) => ({
      ...toItem(row, context.actor),
      last_payment: payments.get(row.id) ?? null,
      ...(find && { marks: marksOf(context, row, find), found_by: reasons.get(row.id) ?? [] }),
    })),
    ...page,
    ...freshnessOf(synced),
  }
}

async function list(
  context: ActorContext,
  { sort, q, similar, cursor, limit, ...given }: WithSimilar<CustomerListQuery>,
) {
  const isMasked = isMaskedFor(context.actor)
  const filters = await withNamedLabels(context, given)
  const page = await listRows(context, isMasked ? maskedSource : customerSource, {
    filtered: whereFiltered(context.shop, filters),
    q,
    similar,
    // If nothing searchable is left of the query, there is no relevance to sort by: the newest come first.
    sort: sort === relevance && !q ? '-created_at' : sort,
    order: orderOf(sort === relevance ? '-created_at' : sort),
    cursor: isMasked ? openedCursor(context, cursor) : cursor,
    limit,
    key: countKey(context, { isMasked, q, filters }),
  })
  if (!isMasked) return page
  const { next_cursor: next, prev_cursor: previous } = page
  return { ...page, next_cursor: sealedCursor(context, next), prev_cursor: sealedCursor(context, previous) }
}

type Counted = { isMasked: boolean; q: string | undefined; filters: CustomerFilters }

/** Key under which the total of a list is remembered: everything that the number of rows depends on. */
export const countKey = ({ shop }: ShopContext, { isMasked, q, filters }: Counted): string =>
  JSON.stringify(['customers', shop.id, zoneOf(shop), isMasked, q, filters])

type Finding = { marks: Marker; digits: string | null }

/** Returns no marks for masked values, because they would reveal where the query occurs in them. */
function marksOf(
  { actor }: ActorContext,
  row: ItemRow,
  { marks, digits }: Finding,
): CustomerListItem['marks'] {
  const item = toItem(row, actor)
  const shown: Marker = (text) => (item.masked ? [] : marks(text))
  const phone = digits === null || item.masked ? [] : marksOfDigits(item.phone, digits)
  return {
    name: marks(nameOf(item)),
    email: shown(item.email),
    phone: phone.length > 0 ? phone : shown(item.phone),
    city: marks(item.city),
    external_id: marks(item.external_id),
    id: marks(item.id),
    ip: shown(item.ip),
  }
}

export const customerSource: Source<ItemRow> = {
  resource: 'customers',
  table: customers,
  columns: itemColumns,
  lines: customerSearchLines,
  contains: (q) =>
    containsPhone(customers.search, q) ??
    containsOwnPart([customers.search], q) ??
    (isIpv4(q.trim()) ? containsWords([customers.search], q) : undefined),
  async *resembles(q, near) {
    yield resemblesPhone(customers.search, q)
    yield* whereSimilarName(customers, q, near)
  },
}

/** For people who see contacts masked. Has no search for similar phone numbers, which would reveal them. */
const maskedSource: Source<ItemRow> = {
  ...customerSource,
  masked: maskedSearch,
  resembles: (q, near) =>
    whereSimilarName({ search: maskedSearch, phoneticKeys: customers.phoneticKeys }, q, near),
}

/** SQL: customers whom a search of their list finds, without similar names. Null if nothing searchable is left of `q`. */
export function whereContains({ actor }: ActorContext, q: string): SQL | null {
  const clean = cleanQuery(q)
  return clean === '' ? null : containsAll(isMaskedFor(actor) ? maskedSource : customerSource, clean)
}

type CustomerFilters = Omit<CustomerListQuery, 'q' | 'sort' | 'cursor' | 'limit'>

/** SQL for the filters of a query, without its search text. */
export function whereFiltered(shop: ShopContext['shop'], filters: CustomerFilters): SQL {
  const { country, paid, label, created_from: from, created_to: to } = filters
  const { lastPaidAt, labels } = customers
  const conditions = [
    eq(customers.shopId, shop.id),
    whereListed,
    country === undefined ? undefined : inArray(indexed.country, country),
    paid === undefined ? undefined : paid ? isNotNull(lastPaidAt) : isNull(lastPaidAt),
    // Repeats the condition of the partial index, so that it is used.
    label === undefined ? undefined : sql`(${labels} <> '{}' AND ${labels} && ${sql.param(label)}::text[])`,
    whereWithinDays(indexed.created, { from, to }, zoneOf(shop)),
  ]
  return and(...conditions) as SQL
}

type Sort = SortOf<(typeof customerList)['sortColumns']>
type Column = (typeof customerList)['sortColumns'][number]

const { lastName, firstName, email, country, createdAt, firstSeenAt } = customers

/** Expressions of the indexes in tables.ts, for the sort orders and filters that use them. */
const indexed = {
  // The first 200 characters are enough to sort by. More might not fit into an index or a cursor.
  name: sql`left(coalesce(${lastName}, '') || ' ' || coalesce(${firstName}, ''), 200) COLLATE "und-x-icu"`,
  email: sql`left(lower(coalesce(${email}, '')), 200) COLLATE "C"`,
  country: sql`coalesce(${country}, '')`,
  created: sql`coalesce(${createdAt}, ${firstSeenAt})`,
}

const orders: Record<Column, Pick<Keyset, 'expression' | 'type'>> = {
  name: { expression: indexed.name, type: 'text' },
  email: { expression: indexed.email, type: 'text' },
  country: { expression: indexed.country, type: 'text' },
  created_at: { expression: indexed.created, type: 'timestamptz' },
}

export const orderOf = (sort: Sort): Keyset => ({
  ...orders[sort.replace(/^-/, '') as Column],
  id: sql`${customers.id}`,
  isDescending: sort.startsWith('-'),
})

type Payment = NonNullable<CustomerListItem['last_payment']>

/** Returns the last payment of each customer, including those merged into it. */
async function lastPaymentsOf(
  { engine, shop }: ShopContext,
  ids: readonly string[],
): Promise<Map<string, Payment>> {
  if (ids.length === 0) return new Map()
  const { rows } = await engine.db.execute<Payment & { root: string }>(sql`
    WITH RECURSIVE family AS (
      SELECT id AS root, id FROM customers WHERE shop_id = ${shop.id} AND id = ANY(${sql.param(ids)}::text[])
      UNION SELECT family.root, c.id FROM customers c JOIN family ON c.merged_into = family.id
      WHERE c.shop_id = ${shop.id}
    )
    SELECT DISTINCT ON (root) root, newest.amount::float8 AS amount, newest.currency, newest.state, newest.difference,
      newest.test
    FROM family CROSS JOIN LATERAL (
      SELECT t.at, t.amount, t.currency, p.state, p.difference, t.test
      FROM (${transactionsOf(shop.id, sql`ARRAY[family.id]`)}) own
      JOIN transaction_states t ON t.shop_id = ${shop.id} AND t.uid = own.uid AND t.counts_as = 'paid'
      JOIN payments p ON p.shop_id = t.shop_id AND p.uid = t.root_uid
      WHERE t.amount IS NOT NULL AND t.currency IS NOT NULL
      ORDER BY t.at DESC LIMIT 1
    ) newest
    ORDER BY root, newest.at DESC`)
  return new Map(rows.map(({ root, ...payment }) => [root, payment]))
}

/**
 * Seal context of cursors for people who see contacts masked. A cursor contains the sort value of the row at the end of a
 * page, which may be an e-mail address. Therefore these people get it sealed.
 */
const contextOf = ({ shop }: Pick<ShopContext, 'shop'>) => `cursor:${shop.id}:customers`

/** Cursors are padded to a multiple of this many bytes, so that their length does not reveal that of the value. */
const step = 64

function sealedCursor(context: ShopContext, cursor: string | null): string | null {
  if (cursor === null) return null
  const text = Buffer.from(cursor, 'base64url').toString()
  const missing = step - (Buffer.byteLength(text) % step)
  return context.engine.sealer.seal(text + ' '.repeat(missing), contextOf(context)).toString('base64url')
}

/**
 * Unseals a cursor.
 * @throws AppError `bad_request` if it was not made by `sealedCursor` for this shop
 */
function openedCursor(context: ShopContext, cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined
  try {
    const text = context.engine.sealer.unseal(Buffer.from(cursor, 'base64url'), contextOf(context))
    return Buffer.from(text).toString('base64url')
  } catch (error) {
    if (isUnopened(error)) throw new AppError('bad_request', { cause: error })
    throw error
  }
}
