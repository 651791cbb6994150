import 'server-only'
import {
  sql,
  and,
  desc,
  eq,
  inArray,
  lte,
  ne,
  notInArray,
  aliasedTable,
  arrayOverlaps,
  or,
  type SQL,
} from 'drizzle-orm'
import { relevance, type SortOf } from '../../core/lists/paging'
import type { ActorContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import type { Keyset } from '../../core/server/lists/keyset'
import { listRows } from '../../core/server/lists/list'
import type { Source } from '../../core/server/lists/source'
import { qualified } from '../../core/server/sql'
import { searchText } from '../../core/server/search/fold'
import { markerOf } from '../../core/server/search/marks'
import type { Lines } from '../../core/server/search/search'
import { linesOf } from '../../core/server/search/searched-text'
import { isMaskedFor } from '../../customers/server/listing/item'
import { idsWithMerged } from '../../customers/server/merging/joined'
import { type CardTokenListQuery, type CardTokenPage, maxOthersListed, type CardTokenItem } from '../schema'
import { toItems, itemColumns, type ItemRow, whereExpiry } from './item'
import { cardTokens, type CardTokenRow } from './tables'
import type { cardTokenList } from '../filters'

/**
 * Returns a page of the stored card tokens. The gateway cannot list them. API tokens that see values masked find by the
 * whole value.
 * @throws AppError `forbidden` when sorting by a masked column, because order and cursor would reveal it.
 */
export async function listCardTokens(
  context: ActorContext,
  query: CardTokenListQuery,
): Promise<CardTokenPage> {
  const { sort, q, cursor, limit, per, ...filters } = query
  const isMasked = isMaskedFor(context.actor)
  if (isMasked && /^-?holder$/.test(sort)) throw new AppError('forbidden')
  const isPerCard = per === 'card' && !q
  const { rows, ...page } = await listRows(context, isMasked ? maskedSource : cardTokenSource, {
    filtered: (isPerCard ? whereNewestOfCard : whereFiltered)(context.shop.id, filters),
    q,
    sort,
    order: orderOf(sort === relevance ? '-created_at' : sort),
    cursor,
    limit,
    // The day is part of the key, since cards expire.
    key: JSON.stringify([
      'card_tokens',
      context.shop.id,
      isMasked,
      q,
      per,
      filters,
      new Date().toISOString().slice(0, 10),
    ]),
  })
  const others = isPerCard ? await othersListed(context, rows, filters) : undefined
  const listed = await toItems(context, rows)
  const items = others ? listed.map((item) => ({ ...item, others: others.get(item.id) ?? [] })) : listed
  const marks = q ? markerOf(q, page) : null
  return {
    items: marks
      ? items.map((item) => ({
          ...item,
          marks: {
            brand: marks(item.brand),
            last_4: marks(item.last_4),
            // Marks in a masked value would reveal where the match is.
            holder: isMasked ? [] : marks(item.holder),
            email: isMasked ? [] : marks(item.email),
          },
        }))
      : items,
    ...page,
    synced_at: null,
  }
}

type Column = (typeof cardTokenList)['sortColumns'][number]

/** Only `created_at` has an index, as a shop has few tokens. Unknown expiries sort last. */
const orders: Record<Column, Pick<Keyset, 'expression' | 'type'>> = {
  created_at: { expression: sql`${cardTokens.createdAt}`, type: 'timestamptz' },
  holder: {
    expression: sql`left(coalesce(${cardTokens.holder}, ''), 200) COLLATE "und-x-icu"`,
    type: 'text',
  },
  expiry: {
    expression: sql`(coalesce(${cardTokens.expYear}, 9999)::bigint * 100 + coalesce(${cardTokens.expMonth}, 99))`,
    type: 'bigint',
  },
}

const orderOf = (sort: SortOf<(typeof cardTokenList)['sortColumns']>): Keyset => ({
  ...orders[sort.replace(/^-/, '') as Column],
  id: sql`${cardTokens.id}`,
  isDescending: sort.startsWith('-'),
})

type Searched = Pick<CardTokenRow, 'id' | 'holder' | 'brand' | 'last4' | 'email' | 'uid'>

/** Never contains the token. The order of lines must match {@link cardTokenSearchLines}. */
export const cardTokenSearchText = ({ holder, brand, last4, email, uid, id }: Searched): string =>
  searchText([holder, [brand, last4].filter(Boolean).join(' '), email, uid, id])
const cardTokenSearchLines: Lines = { name: 1, id: 5, exact: [3, 4] }

/** Returns the texts for which searches correct typing errors. */
export const typoTolerantTexts = ({ holder, email }: Pick<Searched, 'holder' | 'email'>): string[] =>
  [holder, email?.split('@')[0]].filter((text) => text != null)

export const cardTokenSource: Source<ItemRow> = {
  resource: 'card_tokens',
  table: cardTokens,
  columns: itemColumns,
  lines: cardTokenSearchLines,
}

/** Without the holder (line 1) and the e-mail address (line 3). */
const maskedSource: Source<ItemRow> = {
  ...cardTokenSource,
  masked: {
    all: cardTokens.search,
    open: sql`concat(E'\n', ${linesOf(cardTokens.search, 2, 2)}, E'\n\n', ${linesOf(cardTokens.search, 4)})`,
  },
}

const maxOthers = 20

export async function otherCardTokens(
  context: ActorContext,
  { id, stamp }: Pick<ItemRow, 'id' | 'stamp'>,
): Promise<CardTokenItem[]> {
  if (stamp === null) return []
  const { engine, shop } = context
  const rows = await engine.db
    .select(itemColumns)
    .from(cardTokens)
    .where(and(eq(cardTokens.shopId, shop.id), eq(cardTokens.stamp, stamp), ne(cardTokens.id, id)))
    .orderBy(desc(cardTokens.createdAt), desc(cardTokens.id))
    .limit(maxOthers)
  return toItems(context, rows)
}

/** Returns, by the ID of each row, the next newest matching tokens of its card. */
async function othersListed(
  context: ActorContext,
  rows: readonly ItemRow[],
  filters: CardTokenFilters,
): Promise<Map<string, CardTokenItem[]>> {
  const stamped = new Map(rows.flatMap(({ stamp, id }) => (stamp === null ? [] : [[stamp, id] as const])))
  if (stamped.size === 0) return new Map()
  const { engine, shop } = context
  const numbered = engine.db
    .select({
      ...itemColumns,
      place: sql<number>`row_number() OVER (PARTITION BY ${cardTokens.stamp}
        ORDER BY ${cardTokens.createdAt} DESC, ${cardTokens.id} DESC)`.as('place'),
    })
    .from(cardTokens)
    .where(
      and(
        whereFiltered(shop.id, filters),
        inArray(cardTokens.stamp, [...stamped.keys()]),
        notInArray(cardTokens.id, [...stamped.values()]),
      ),
    )
    .as('numbered')
  const found = await engine.db
    .select()
    .from(numbered)
    .where(lte(numbered.place, maxOthersListed))
    .orderBy(numbered.place)
  const items = await toItems(context, found)
  const others = new Map<string, CardTokenItem[]>()
  found.forEach(({ stamp }, at) => {
    const item = items[at]
    const id = stamped.get(stamp ?? '')
    if (item && id !== undefined) others.set(id, [...(others.get(id) ?? []), item])
  })
  return others
}

type CardTokenFilters = Omit<CardTokenListQuery, 'q' | 'sort' | 'cursor' | 'limit' | 'per'>

/** Returns the condition for a query without its search text. */
function whereFiltered(shopId: string, filters: CardTokenFilters, table = cardTokens): SQL {
  const { expiry, contract, source, same_card_as: same, customer_id: customerId, test } = filters
  const conditions = [
    eq(table.shopId, shopId),
    expiry && or(...expiry.map((one) => whereExpiry(one, undefined, table))),
    contract && arrayOverlaps(table.contracts, contract),
    source && inArray(table.source, source),
    same === undefined ? undefined : whereOfCard(shopId, same, table),
    customerId === undefined
      ? undefined
      : sql`${table.customerId} = ANY(${idsWithMerged(shopId, customerId)})`,
    test === undefined ? undefined : eq(table.test, test),
  ]
  return and(...conditions) as SQL
}

/**
 * Limits the condition to each card's newest token. A token without a stamp is a card of its own. Uses one index scan:
 * a join or a lookup per row would compare all tokens of a card, and a test card may have thousands.
 */
function whereNewestOfCard(shopId: string, filters: CardTokenFilters): SQL {
  const other = aliasedTable(cardTokens, 'other')
  const newest = sql`(SELECT DISTINCT ON (other.stamp) other.id FROM ${cardTokens} other
    WHERE ${whereFiltered(shopId, filters, other)} AND other.stamp IS NOT NULL
    ORDER BY other.stamp DESC, other.created_at DESC, other.id DESC)`
  return and(
    whereFiltered(shopId, filters),
    sql`(${cardTokens.stamp} IS NULL OR ${cardTokens.id} IN ${newest})`,
  ) as SQL
}

const whereOfCard = (shopId: string, id: string, table: typeof cardTokens): SQL =>
  sql`(${qualified(table.id)} = ${id} OR ${qualified(table.stamp)} = (
    SELECT stamp FROM card_tokens WHERE shop_id = ${shopId} AND id = ${id}))`
