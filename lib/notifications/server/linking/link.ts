import 'server-only'
import { and, eq, inArray, ne, or, sql, type SQL } from 'drizzle-orm'
import type { NotificationDetail, NotificationLink } from '../../schema'
import type { Database } from '../../../db/database'
import { recordActivity } from '../../../core/server/activity/record'
import { applyToCheckouts } from '../../../checkouts/server/link'
import { refreshCheckouts } from '../../../checkouts/server/refresh'
import type { ActorContext } from '../../../core/server/context'
import {
  lockMatching,
  linkNotifications,
  linkChildren,
  linkFromParents,
  unlinkChildren,
} from '../../../customers/server/merging/link'
import { refreshCustomers } from '../../../customers/server/reading/refresh'
import { AppError } from '../../../core/server/errors'
import { settle } from '../../../payments/server/accept'
import { lockLedger, relinkTransactions, type LedgerChange } from '../../../payments/server/ledger/ledger'
import { customerLinks, customers } from '../../../customers/server/tables'
import { notifications } from '../tables'
import { follow, settleFollowed } from './follow'
import { announce } from '../interpreting/process'
import { readNotificationDetail } from '../reading/read'
import { lockNotification } from './links'

/**
 * Sets by hand what a notification is about, or that it is about nothing, and updates what depends on that. Records an
 * activity. Later processing keeps links set by hand.
 * @throws AppError `not_found`; `invalid` if the shop has no such object, or for quarantined notifications and
 * verification requests.
 */
export async function linkByHand(
  context: ActorContext,
  id: string,
  link: NotificationLink,
): Promise<NotificationDetail> {
  const { engine, shop } = context
  const done = await engine.db.transaction(async (tx) => {
    await lockMatching(tx, shop.id)
    await lockLedger(tx, shop.id)
    const given = await lockNotification(tx, shop.id, id)
    // As it is shown: by the ID of a later delivery, too, the first one.
    const row = given.duplicateOf === null ? given : await lockNotification(tx, shop.id, given.duplicateOf)
    if (row.authenticity === 'unverified' || row.hook === 'verification')
      throw new AppError('invalid', { errors: { base: ['quarantined'] } })
    const rows = await lockOfTransaction(tx, row)
    const linked = { shopId: shop.id, rows }
    const payers = [
      ...(link.checkout_id === undefined ? [] : await linkCheckout(tx, linked, link.checkout_id)),
      ...(link.customer_id === undefined ? [] : await linkCustomer(tx, linked, link.customer_id)),
    ]
    if (link.product_id !== undefined) await linkProduct(tx, linked, link.product_id)
    const changes = await relink(tx, shop, row, link)
    await settle(tx, shop.id, changes)
    const followed = await follow(tx, shop.id, row.uid === null ? [] : [row.uid])
    payers.push(...followed.payers)
    await settleFollowed(tx, shop, followed)
    const touched = [...rows.map(({ checkoutId }) => checkoutId), link.checkout_id].flatMap(
      (one) => one ?? [],
    )
    await refreshCheckouts(tx, shop.id, touched)
    // Another notification of its transaction may have named another checkout.
    const left = changes.flatMap(({ before }) => before?.checkoutId ?? [])
    await recordActivity(tx, context, { action: 'notification.linked', subject: row.id, detail: link })
    const { ids: followers } = followed
    const ids = rows.map((one) => one.id)
    return { row, ids, payers: [...new Set(payers)], followers, checkoutIds: [...touched, ...left] }
  })
  const { row, ids, payers, followers, checkoutIds } = done
  await announce(context, {
    ids,
    payers,
    productIds: [],
    checkoutIds,
    cardTokenIds: [],
    endpoints: [],
    followers,
  })
  return readNotificationDetail(context, row.id)
}

type Row = typeof notifications.$inferSelect

/**
 * Locks the notification and the others with evidence of its transaction, also its duplicates. All share what a person
 * links: each could be the one that is shown, or that a refund follows.
 */
const lockOfTransaction = (tx: Database, { shopId, id, uid }: Row): Promise<Row[]> =>
  tx
    .select()
    .from(notifications)
    .where(
      and(
        eq(notifications.shopId, shopId),
        or(
          eq(notifications.id, id),
          eq(notifications.duplicateOf, id),
          uid === null ? undefined : and(eq(notifications.uid, uid), eq(notifications.kind, 'transaction')),
        ),
        ne(notifications.authenticity, 'unverified'),
      ),
    )
    .orderBy(notifications.id)
    .for('update')

/** What a person links: the notifications of one transaction. */
type Linked = { shopId: string; rows: readonly Row[] }

const whereThese = ({ shopId, rows }: Linked) =>
  and(
    eq(notifications.shopId, shopId),
    inArray(
      notifications.id,
      rows.map(({ id }) => id),
    ),
  )

const unknown = (field: string) => new AppError('invalid', { errors: { [field]: ['unknown_here'] } })

async function relink(
  tx: Database,
  shop: ActorContext['shop'],
  { uid }: Row,
  { checkout_id: checkoutId, product_id: productId }: NotificationLink,
): Promise<LedgerChange[]> {
  if (uid === null) return []
  return relinkTransactions(tx, shop, [
    {
      uid,
      ...(checkoutId === undefined ? {} : { checkoutId, checkoutLink: 'hand' }),
      ...(productId === undefined ? {} : { productId, productLink: 'hand' }),
    },
  ])
}

/** Links the checkout. Returns the customers who gained or lost payments. */
async function linkCheckout(tx: Database, linked: Linked, checkoutId: string | null): Promise<string[]> {
  const { shopId, rows } = linked
  if (
    checkoutId !== null &&
    !(await has(tx, sql`SELECT 1 FROM checkouts WHERE shop_id = ${shopId} AND id = ${checkoutId}`))
  )
    throw unknown('checkout_id')
  // A person may also say that it belongs to no checkout.
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
  { id, keys, checkoutId }: Pick<Row, 'id' | 'keys'> & { checkoutId: string },
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

async function linkProduct(tx: Database, linked: Linked, productId: string | null): Promise<void> {
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

/** Replaces a customer linked by hand. Customers found by the notification's keys stay. */
async function linkCustomer(tx: Database, linked: Linked, customerId: string | null): Promise<string[]> {
  const { shopId, rows } = linked
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
