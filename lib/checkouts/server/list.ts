import 'server-only'
import type { CheckoutListItem, CheckoutListQuery, CheckoutPage } from '../schema'
import { relevance } from '../../core/paging'
import type { ActorContext } from '../../core/server/context'
import { listRows } from '../../core/server/lists/list'
import { markerOf, type Marker } from '../../core/server/search/marks'
import { namesOf } from '../../core/server/accounts/names'
import { isFiltered } from './filters'
import { toItem, type ItemRow } from './item'
import { orderOf } from './orders'
import { checkoutSource } from './source'

/**
 * A page of the checkouts that were made here: the gateway lists none. Everybody finds by what they are told, also who
 * sees it masked.
 */
export async function listCheckouts(context: ActorContext, query: CheckoutListQuery): Promise<CheckoutPage> {
  const { sort, q, cursor, limit, ...filters } = query
  const { rows, ...page } = await listRows(context, checkoutSource, {
    filtered: isFiltered(context.shop.id, filters),
    q,
    sort,
    order: orderOf(sort === relevance ? '-created_at' : sort),
    cursor,
    limit,
    key: JSON.stringify(['checkouts', context.shop.id, q, filters]),
  })
  const names = await namesOf(
    context.engine.db,
    rows.map(({ createdBy }) => createdBy),
  )
  const marks = q ? markerOf(q, page) : null
  const items = rows.map((row) => listItem(context, row, { names, marks }))
  return { items, ...page, synced_at: null }
}

type Shown = { names: ReadonlyMap<string, string>; marks: Marker | null }

function listItem({ actor }: ActorContext, row: ItemRow, { names, marks }: Shown): CheckoutListItem {
  const item = toItem(row, actor.role, names)
  if (!marks) return item
  return {
    ...item,
    marks: {
      description: marks(item.description),
      tracking_id: marks(item.tracking_id),
      // What is masked has no marks: they would tell where in it the query stands.
      email: item.masked ? [] : marks(item.email),
      token: marks(item.token),
    },
  }
}
