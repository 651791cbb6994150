import 'server-only'
import { and, arrayOverlaps, eq, isNull, or, sql, type SQLWrapper } from 'drizzle-orm'
import { recordActivity } from '../../core/server/activity/record'
import { qualified } from '../../core/server/qualified'
import type { CustomerDetail } from '../../customers/schema'
import { linkChildren } from '../../customers/server/merging/link'
import { refreshCustomers } from '../../customers/server/reading/refresh'
import type { Database } from '../../db/database'
import type { notifications } from '../../notifications/server/tables'
import { transactionStates } from '../../payments/server/tables'
import { wasPaid } from '../state'
import { expiriesOf, paymentsOf } from './cards'
import { trackingIdsIn, checkoutSearchText } from './list'
import { loadCheckout } from './read'
import { outcomeOf, withoutStatement } from './state'
import { checkouts } from './tables'

type Notification = typeof notifications.$inferSelect
type Said = Partial<Pick<Notification, 'paymentToken' | 'trackingId' | 'amount' | 'currency' | 'test'>>
export type CheckoutLink = Pick<Notification, 'checkoutId' | 'checkoutLink'>

/**
 * Locks payment tokens until the transaction ends: storing one and looking for its checkout at the same time would miss
 * each other.
 */
export async function lockTokens(tx: Database, shopId: string, tokens: readonly string[]): Promise<void> {
  const keys = tokens.map((token) => `payment token ${shopId} ${token}`).toSorted()
  if (keys.length > 0)
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(key, 0))
      FROM unnest(${sql.param(keys)}::text[]) key`)
}

export const noCheckout: CheckoutLink = { checkoutId: null, checkoutLink: null }

/**
 * Finds a notification's checkout by payment token (docs/gateway.md#transaction: `additional_data.vendor`), else the
 * only one with its tracking ID, amount, currency and test flag. With an unknown token, only checkouts without a token
 * match: their creation was not answered.
 */
export async function findCheckout(
  db: Database,
  shopId: string,
  { paymentToken, trackingId, amount, currency, test }: Said,
): Promise<CheckoutLink> {
  const here = eq(checkouts.shopId, shopId)
  if (paymentToken) {
    await lockTokens(db, shopId, [paymentToken])
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
 * Confirms an unconfirmed checkout and links the notification to its customer. Returns the IDs of the customers linked.
 * `refreshCheckout` sets the state later, after the ledger.
 */
export async function applyToCheckout(
  tx: Database,
  shopId: string,
  { id, checkoutId, paymentToken }: Pick<Notification, 'id' | 'checkoutId' | 'paymentToken'>,
): Promise<CustomerDetail['id'][]> {
  if (checkoutId === null) return []
  const whereCheckout = and(eq(checkouts.shopId, shopId), eq(checkouts.id, checkoutId))
  const [settled] = await tx
    .update(checkouts)
    .set({
      token: sql`coalesce(${checkouts.token}, ${paymentToken})`,
      state: sql`CASE WHEN ${isUnconfirmed(checkouts.state)} THEN 'open' ELSE ${checkouts.state} END`,
      beforeStatement: null,
    })
    .where(
      and(
        whereCheckout,
        or(
          isUnconfirmed(checkouts.state),
          and(
            eq(checkouts.restsOn, 'statement'),
            isUnconfirmed(sql`${checkouts.beforeStatement} ->> 'state'`),
          ),
        ),
      ),
    )
    .returning({ id: checkouts.id })
  if (settled)
    await recordActivity(
      tx,
      { shop: { id: shopId }, actor: null },
      { action: 'checkout.confirmed', subject: checkoutId, detail: { notification: id } },
    )
  return linkCustomer(tx, shopId, { notificationId: id, checkoutId })
}

const isUnconfirmed = (state: SQLWrapper) => sql`${state} IN ('creating', 'unconfirmed')`

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
  if (ids.length > 0) await linkChildren(tx, shopId, [notificationId])
  return ids
}

const ledgerGrades: ReadonlySet<string> = new Set([
  'statement',
  'network',
  'credentials',
  'answer',
  'signature',
])

/** Notifications that say less do not take back the gateway's own answer to a query. */
const isSettled = (state: string) => state === 'paid' || state === 'cancelled'

/**
 * Recomputes a checkout's state. Call it after its payments are computed, in a transaction that holds the ledger lock
 * (lib/payments/server/ledger/ledger.ts). If a payment moved to another checkout, its effect goes with it.
 */
export async function refreshCheckout(tx: Database, shopId: string, id: string): Promise<void> {
  const row = await loadCheckout(tx, shopId, id, { locks: true })
  const payments = await paymentsOf(tx, shopId, id)
  const own = payments.filter(({ checkoutLink }) => checkoutLink !== 'parent')
  const expiries = await expiriesOf(tx, shopId, id)
  const { declines, ...outcome } = outcomeOf(own, expiries, row.transactionType)
  const before = withoutStatement(row)
  const isKept = before.restsOn === 'query' && isSettled(before.state) && !wasPaid(outcome.state)
  // Nothing is known: keep the state from its creation.
  const hasNoEvidence = outcome.state === 'open' && !ledgerGrades.has(before.restsOn)
  const now = isKept || hasNoEvidence ? before : { ...outcome, stateAt: outcome.stateAt ?? before.stateAt }
  const differing = own.find((payment) => payment.state === 'differs')
  const deciding = differing ?? own.find(({ paid, held }) => paid > 0 || held > 0)
  await tx
    .update(checkouts)
    .set({
      declines,
      search: checkoutSearchText(row, await uidsOf(tx, shopId, id)),
      paidAmount: deciding ? Math.max(deciding.paid, deciding.held) : null,
      paidCurrency: deciding?.currency ?? null,
      difference: differing?.difference ?? null,
      ...now,
      beforeStatement:
        now.restsOn === 'statement' ? { ...before, stateAt: before.stateAt.toISOString() } : null,
    })
    .where(and(eq(checkouts.shopId, shopId), eq(checkouts.id, id)))
}

/** Returns the UIDs of all transactions of the checkout's payments, for the search. */
export async function uidsOf(db: Database, shopId: string, id: string): Promise<string[]> {
  const rows = await db
    .select({ uid: transactionStates.uid })
    .from(transactionStates)
    .where(
      and(
        eq(transactionStates.shopId, shopId),
        sql`${qualified(transactionStates.rootUid)} IN (
          SELECT p.uid FROM payments p WHERE p.shop_id = ${shopId} AND p.checkout_id = ${id})`,
      ),
    )
    .orderBy(transactionStates.at, transactionStates.uid)
  return rows.map(({ uid }) => uid)
}
