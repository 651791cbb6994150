import 'server-only'
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { applyToCheckouts } from '../../../checkouts/server/link'
import { AppError } from '../../../core/server/errors'
import {
  linkNotifications,
  linkChildren,
  linkFromParents,
  unlinkChildren,
} from '../../../customers/server/merging/link'
import { refreshCustomers } from '../../../customers/server/reading/refresh'
import { customerLinks, customers } from '../../../customers/server/tables'
import type { Database } from '../../../db/database'
import { notifications, type NotificationRow } from '../tables'

/** What a person links: the notifications of one transaction; none if only a statement reports it. */
type Linked = { shopId: string; rows: readonly NotificationRow[] }

const whereThese = ({ shopId, rows }: Linked) =>
  and(
    eq(notifications.shopId, shopId),
    inArray(
      notifications.id,
      rows.map(({ id }) => id),
    ),
  )

const invalid = (field: string, issue: 'unknown_here' | 'no_notification') =>
  new AppError('invalid', { errors: { [field]: [issue] } })
const unknown = (field: string) => invalid(field, 'unknown_here')

/** Links the checkout. Returns the customers who gained or lost payments. */
export async function linkCheckout(
  tx: Database,
  linked: Linked,
  checkoutId: string | null,
): Promise<string[]> {
  const { shopId, rows } = linked
  if (
    checkoutId !== null &&
    !(await has(tx, sql`SELECT 1 FROM checkouts WHERE shop_id = ${shopId} AND id = ${checkoutId}`))
  )
    throw unknown('checkout_id')
  // A person may also set that it belongs to no checkout.
  await tx.update(notifications).set({ checkoutId, checkoutLink: 'hand' }).where(whereThese(linked))
  const touched: string[] = []
  for (const { id, keys, checkoutId: before } of rows) {
    if (before !== null && before !== checkoutId)
      touched.push(...(await unlinkFormerCustomer(tx, shopId, { id, keys, checkoutId: before })))
  }
  const arrived = rows.map(({ id }) => ({ id, checkoutId, paymentToken: null }))
  return [...touched, ...(await applyToCheckouts(tx, shopId, arrived))]
}

/** Unlinks the former checkout's customer, unless the notification names them itself. */
async function unlinkFormerCustomer(
  tx: Database,
  shopId: string,
  { id, keys, checkoutId }: Pick<NotificationRow, 'id' | 'keys'> & { checkoutId: string },
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    DELETE FROM customer_links l USING checkouts k
    WHERE k.shop_id = ${shopId} AND k.id = ${checkoutId} AND l.shop_id = k.shop_id
      AND l.customer_id = k.customer_id AND l.notification_id = ${id} AND l.matched_by IN ('payment_token', 'tracking_id', 'hand')
    RETURNING l.customer_id AS id`)
  const lost = rows.map((row) => row.id)
  await refreshCustomers(tx, shopId, lost)
  const found = await linkNotifications(tx, shopId, [{ id, keys: keys ?? [] }])
  return [
    ...lost,
    ...found,
    ...(await linkFromParents(tx, shopId, [id])),
    ...(await unlinkChildren(tx, shopId, sql`(l.notification_id = ${id} OR ${whereCustomerIn(lost)})`)),
  ]
}

const whereCustomerIn = (customerIds: string[]): SQL =>
  sql`l.customer_id = ANY(${sql.param(customerIds)}::text[])`

export async function linkProduct(tx: Database, linked: Linked, productId: string | null): Promise<void> {
  const { shopId } = linked
  if (
    productId !== null &&
    !(await has(tx, sql`SELECT 1 FROM products WHERE shop_id = ${shopId} AND id = ${productId}`))
  )
    throw unknown('product_id')
  await tx.update(notifications).set({ productId, productLink: 'hand' }).where(whereThese(linked))
}

async function has(tx: Database, row: SQL): Promise<boolean> {
  const { rows } = await tx.execute<{ is: boolean }>(sql`SELECT EXISTS (${row}) AS "is"`)
  return rows[0]?.is ?? false
}

/**
 * Replaces a customer linked by hand. Customers found by the notification's keys stay.
 * @throws AppError `invalid` if the transaction has no notification, because customers are linked to notifications.
 */
export async function linkCustomer(
  tx: Database,
  linked: Linked,
  customerId: string | null,
): Promise<string[]> {
  const { shopId, rows } = linked
  if (rows.length === 0 && customerId !== null) throw invalid('customer_id', 'no_notification')
  const ids = rows.map(({ id }) => id)
  if (customerId !== null) {
    const [found] = await tx
      .select({ id: customers.id })
      .from(customers)
      .where(
        and(
          eq(customers.shopId, shopId),
          eq(customers.id, customerId),
          sql`${customers.anonymisedAt} IS NULL AND ${customers.mergedInto} IS NULL`,
        ),
      )
    if (!found) throw unknown('customer_id')
  }
  const removed = await tx
    .delete(customerLinks)
    .where(
      and(
        eq(customerLinks.shopId, shopId),
        inArray(customerLinks.notificationId, ids),
        eq(customerLinks.matchedBy, 'hand'),
      ),
    )
    .returning({ id: customerLinks.customerId })
  if (customerId !== null)
    await tx
      .insert(customerLinks)
      .values(
        rows.map(({ id, receivedAt }) => ({
          shopId,
          customerId,
          notificationId: id,
          at: receivedAt,
          matchedBy: 'hand' as const,
        })),
      )
      .onConflictDoNothing()
  const touched = [
    ...new Set([...removed.map((one) => one.id), ...(customerId === null ? [] : [customerId])]),
  ]
  await refreshCustomers(tx, shopId, touched)
  await linkChildren(tx, shopId, ids)
  await unlinkChildren(tx, shopId, whereCustomerIn(touched))
  return touched
}
