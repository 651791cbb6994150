import 'server-only'
import { relevance } from '../../core/paging'
import type { CustomerFoundBy, CustomerListItem, CustomerListQuery, CustomerPage } from '../schema'
import type { ActorContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { listRows } from '../../core/server/lists/list'
import { markerOf, type Marker } from '../../core/server/search/marks'
import { freshnessOf } from '../../core/server/mirror/keep-fresh'
import { isFiltered } from './filters'
import { isMasked, toItem, type ItemRow } from './item'
import { lastPaymentsOf } from './last-payment'
import { orderOf } from './orders'
import { askedDigits, marksOfDigits } from '../../core/server/search/phone'
import { asked } from './search'
import { customerSource } from './source'
import { lastSync, syncInBackground } from './sync'
import { reasonsOf } from './why-found'

/**
 * A page of the shop's customers, from the mirror: it answers when the gateway does not. A mirror that has grown
 * stale is brought up to date in the background; who looks is told by a live event. Everybody finds by what they are
 * told (an e-mail address, a number), also who sees it masked.
 * @throws AppError `forbidden` where somebody sorts by what they see masked: the order, and a cursor, would tell it.
 */
export async function listCustomers(context: ActorContext, query: CustomerListQuery): Promise<CustomerPage> {
  if (/^-?email$/.test(query.sort) && isMasked(context.actor.role)) throw new AppError('forbidden')
  const q = query.q && asked(query.q)
  const [{ rows, ...page }, synced] = await Promise.all([list(context, { ...query, q }), lastSync(context)])
  syncInBackground(context, synced)
  const find = q ? { marks: markerOf(q, page), digits: askedDigits(q) } : null
  const paid = rows.filter(({ lastPaidAt }) => lastPaidAt !== null).map(({ id }) => id)
  const payments = await lastPaymentsOf(context, paid)
  const reasons = q ? await reasonsOf(context, rows, q) : new Map<string, CustomerFoundBy[]>()
  return {
    items: rows.map((row) => ({
      ...toItem(row, context.actor.role),
      last_payment: payments.get(row.id) ?? null,
      ...(find && { marks: marksOf(context, row, find), found_by: reasons.get(row.id) ?? [] }),
    })),
    ...page,
    ...freshnessOf(synced),
  }
}

function list(context: ActorContext, { sort, q, cursor, limit, ...filters }: CustomerListQuery) {
  return listRows(context, customerSource, {
    filtered: isFiltered(context.shop.id, filters),
    q,
    // Where nothing is left of a query to search for.
    sort: sort === relevance && !q ? '-created_at' : sort,
    order: orderOf(sort === relevance ? '-created_at' : sort),
    cursor,
    limit,
    key: JSON.stringify(['customers', context.shop.id, q, filters]),
  })
}

/** `digits`: where a telephone number is asked for. */
type Finding = { marks: Marker; digits: string | null }

/** What is masked has no marks: they would tell where in it the query stands. */
function marksOf(
  { actor }: ActorContext,
  row: ItemRow,
  { marks, digits }: Finding,
): CustomerListItem['marks'] {
  const item = toItem(row, actor.role)
  const shown: Marker = (text) => (item.masked ? [] : marks(text))
  const phone = digits === null || item.masked ? [] : marksOfDigits(item.phone, digits)
  const name = [item.first_name, item.last_name].filter(Boolean).join(' ')
  return {
    name: marks(name),
    email: shown(item.email),
    phone: phone.length > 0 ? phone : shown(item.phone),
    city: marks(item.city),
    external_id: marks(item.external_id),
    id: marks(item.id),
    ip: shown(item.ip),
  }
}
