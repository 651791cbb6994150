import 'server-only'
import type { CardTokenListQuery, CardTokenPage } from '../schema'
import { relevance } from '../../core/paging'
import type { ActorContext } from '../../core/server/context'
import { listRows } from '../../core/server/lists/list'
import { markerOf } from '../../core/server/search/marks'
import { isFiltered, isNewestOfCard } from './filters'
import { toItems } from './item'
import { orderOf } from './orders'
import { othersListed } from './others'
import { cardTokenSource } from './source'

/** A page of the shop's card tokens: what was kept here, as the gateway lists none. */
export async function listCardTokens(
  context: ActorContext,
  query: CardTokenListQuery,
): Promise<CardTokenPage> {
  const { sort, q, cursor, limit, per, ...filters } = query
  const isPerCard = per === 'card' && !q
  const { rows, ...page } = await listRows(context, cardTokenSource, {
    filtered: (isPerCard ? isNewestOfCard : isFiltered)(context.shop.id, filters),
    q,
    sort,
    order: orderOf(sort === relevance ? '-created_at' : sort),
    cursor,
    limit,
    // What has expired changes with the day.
    key: JSON.stringify([
      'card_tokens',
      context.shop.id,
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
            holder: marks(item.holder),
            email: marks(item.email),
          },
        }))
      : items,
    ...page,
    synced_at: null,
  }
}
