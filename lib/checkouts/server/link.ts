import 'server-only'
import { and, arrayOverlaps, eq, isNull, sql } from 'drizzle-orm'
import type { CustomerDetail } from '../../customers/schema'
import type { Database } from '../../db/database'
import { linkFollowers } from '../../customers/server/link-parent'
import { refreshCustomers } from '../../customers/server/refresh'
import { recordActivity } from '../../core/server/activity/record'
import type { notifications } from '../../notifications/server/tables'
import { checkouts } from './tables'
import { trackingIdsIn } from './search'

type Notification = typeof notifications.$inferSelect
type Said = Partial<Pick<Notification, 'paymentToken' | 'trackingId' | 'amount' | 'currency' | 'test'>>
export type CheckoutLink = Pick<Notification, 'checkoutId' | 'checkoutLink'>

/**
 * Whoever writes down a payment token, and whoever looks for the checkout with it, one after the other: at the same
 * moment, neither would see the other. Until the transaction ends.
 */
export const holdToken = (tx: Database, shopId: string, token: string) =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`payment token ${shopId} ${token}`}, 0))`)

export const noCheckout: CheckoutLink = { checkoutId: null, checkoutLink: null }

/**
 * Which checkout a notification is about: the one with the payment token that it names
 * (docs/gateway.md#transaction: `additional_data.vendor`), else the only one, test or not, with its tracking ID, amount and currency. Where a token
 * is named that nobody knows, that can only be one whose own is not known: its creation was not answered.
 */
export async function findCheckout(
  db: Database,
  shopId: string,
  { paymentToken, trackingId, amount, currency, test }: Said,
): Promise<CheckoutLink> {
  const here = eq(checkouts.shopId, shopId)
  if (paymentToken) {
    await holdToken(db, shopId, paymentToken)
    const [known] = await db
      .select({ id: checkouts.id })
      .from(checkouts)
      .where(and(here, eq(checkouts.token, paymentToken)))
    if (known) return { checkoutId: known.id, checkoutLink: 'payment_token' }
  }
  const trackingIds = trackingIdsIn(trackingId)
  if (trackingIds.length === 0 || amount == null || !currency) return noCheckout
  const alike = await db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(
      and(
        here,
        arrayOverlaps(checkouts.trackingIds, trackingIds),
        eq(checkouts.amount, amount),
        eq(checkouts.currency, currency),
        eq(checkouts.test, test ?? false),
        paymentToken ? isNull(checkouts.token) : undefined,
      ),
    )
    .limit(2)
  const [only] = alike
  return alike.length === 1 && only ? { checkoutId: only.id, checkoutLink: 'tracking_id' } : noCheckout
}

/**
 * Ties a notification to a checkout: one that is unconfirmed exists, then, and the notification is the customer's for
 * whom it was made; their IDs. What became of the checkout is worked out once the ledger knows (refresh.ts).
 */
export async function applyToCheckout(
  tx: Database,
  shopId: string,
  { id, checkoutId, paymentToken }: Pick<Notification, 'id' | 'checkoutId' | 'paymentToken'>,
): Promise<CustomerDetail['id'][]> {
  if (checkoutId === null) return []
  const mine = and(eq(checkouts.shopId, shopId), eq(checkouts.id, checkoutId))
  const [settled] = await tx
    .update(checkouts)
    .set({ token: sql`coalesce(${checkouts.token}, ${paymentToken})`, state: 'open' })
    .where(and(mine, sql`${checkouts.state} IN ('creating', 'unconfirmed')`))
    .returning({ id: checkouts.id })
  if (settled)
    await recordActivity(
      tx,
      { shop: { id: shopId }, actor: null },
      { action: 'checkout.confirmed', subject: checkoutId, detail: { notification: id } },
    )
  return linkCustomer(tx, shopId, { notificationId: id, checkoutId })
}

type Linked = { notificationId: string; checkoutId: string }

async function linkCustomer(tx: Database, shopId: string, { notificationId, checkoutId }: Linked) {
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO customer_links (shop_id, customer_id, notification_id, at, matched_by)
    SELECT c.shop_id, c.id, n.id, n.received_at, n.checkout_link
    FROM checkouts k
    JOIN customers c ON c.shop_id = k.shop_id AND c.id = k.customer_id AND c.anonymised_at IS NULL
    JOIN notifications n ON n.shop_id = k.shop_id AND n.id = ${notificationId} AND n.kind = 'transaction'
    WHERE k.shop_id = ${shopId} AND k.id = ${checkoutId}
    ON CONFLICT DO NOTHING RETURNING customer_id AS id`)
  const ids = rows.map(({ id }) => id)
  await refreshCustomers(tx, shopId, ids)
  if (ids.length > 0) await linkFollowers(tx, shopId, [notificationId])
  return ids
}
