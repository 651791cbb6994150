import 'server-only'
import { and, desc, eq, inArray, lte, ne, notInArray, sql } from 'drizzle-orm'
import { mostOthersListed, type CardTokenItem } from '../schema'
import type { ActorContext } from '../../core/server/context'
import { cardTokens } from './tables'
import { isFiltered, type CardTokenFilters } from './filters'
import { itemColumns, toItems, type ItemRow } from './item'

/** So many others of the same card are on a token's page; the list has all. */
const mostOthers = 20

/** The other tokens of a token's card, the newest first. */
export async function othersOf(
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
    .limit(mostOthers)
  return toItems(context, rows)
}

/** Of each of these, by its ID: the next newest tokens of its card that match as well. */
export async function othersListed(
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
        isFiltered(shop.id, filters),
        inArray(cardTokens.stamp, [...stamped.keys()]),
        notInArray(cardTokens.id, [...stamped.values()]),
      ),
    )
    .as('numbered')
  const found = await engine.db
    .select()
    .from(numbered)
    .where(lte(numbered.place, mostOthersListed))
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
