import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import type { NotificationDetail } from '../schema'
import { may } from '../../core/permissions'
import { nameOf } from '../../customers/name'
import type { ActorContext } from '../../core/server/context'
import { findProduct } from '../../products/server/load'
import { checkouts } from '../../checkouts/server/tables'
import type { notifications } from './tables'
import { maskEmail, shownTo } from '../../core/server/search/contacts-in-text'

type Row = Pick<
  typeof notifications.$inferSelect,
  'id' | 'checkoutId' | 'checkoutLink' | 'productId' | 'productLink'
>
type Links = Pick<NotificationDetail, 'checkout' | 'product' | 'customers'>

/** What a notification is about, each with how that is known. */
export async function readLinks(context: ActorContext, row: Row): Promise<Links> {
  return {
    checkout: await checkoutOf(context, row),
    product: await productOf(context, row),
    customers: await customersOf(context, row.id),
  }
}

async function checkoutOf({ engine, shop, actor }: ActorContext, { checkoutId, checkoutLink }: Row) {
  if (checkoutId === null || checkoutLink === null) return null
  const [found] = await engine.db
    .select({ id: checkouts.id, description: checkouts.description })
    .from(checkouts)
    .where(and(eq(checkouts.shopId, shop.id), eq(checkouts.id, checkoutId)))
  return found ? { ...shownTo(actor.role, found), link: checkoutLink } : null
}

async function productOf(context: ActorContext, { productId, productLink }: Row) {
  if (productId === null || productLink === null) return null
  const product = await findProduct(context, productId)
  return { id: productId, name: product?.name ?? null, link: productLink }
}

async function customersOf({ engine, shop, actor }: ActorContext, id: string) {
  const { rows } = await engine.db.execute<{
    id: string
    first: string | null
    last: string | null
    email: string | null
    matched_by: string
  }>(sql`
    SELECT c.id, c.first_name AS first, c.last_name AS last, c.email, l.matched_by FROM customer_links l
    JOIN customers c ON c.shop_id = l.shop_id AND c.id = l.customer_id
    WHERE l.shop_id = ${shop.id} AND l.notification_id = ${id} AND c.anonymised_at IS NULL
    ORDER BY c.id LIMIT 20`)
  const isMasked = !may(actor.role, 'personal_data.read')
  return rows.map(({ first, last, email, ...row }) => {
    const name = nameOf({ first_name: first, last_name: last })
    return { ...row, name: name || (email === null ? row.id : isMasked ? maskEmail(email) : email) }
  })
}
