import 'server-only'
import { sql } from 'drizzle-orm'
import { recordActivities } from '../../core/server/activity/record'
import { recordset } from '../../core/server/sql'
import type { CustomerDetail } from '../../customers/schema'
import { linkChildren } from '../../customers/server/merging/link'
import { refreshCustomers } from '../../customers/server/reading/refresh'
import type { Database } from '../../db/database'
import type { NotificationRow } from '../../notifications/server/tables'
import { trackingIdsIn } from './listing/list'
import { checkouts, type CheckoutRow } from './tables'

type Said = Partial<Pick<NotificationRow, 'paymentToken' | 'trackingId' | 'amount' | 'currency' | 'test'>>
export type CheckoutLink = Pick<NotificationRow, 'checkoutId' | 'checkoutLink'>

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

/** The checkouts that notifications may belong to. */
export type Candidates = {
  /**
   * Finds a notification's checkout by payment token (docs/gateway.md#transaction: `additional_data.vendor`), else the
   * only one with its tracking ID, amount, currency and test flag. With an unknown token, only checkouts without a token
   * match: their creation was not answered.
   */
  find: (said: Said) => CheckoutLink
  /**
   * Announces that a notification will confirm its checkout ({@link applyToCheckouts}), so that later ones find it
   * confirmed.
   */
  confirm: (checkoutId: string | null, paymentToken: string | null) => void
}

/** Finds the candidates for all notifications, and locks their payment tokens. */
export async function findCandidates(
  db: Database,
  shopId: string,
  all: readonly Said[],
): Promise<Candidates> {
  const tokens = [...new Set(all.flatMap(({ paymentToken }) => paymentToken || []))]
  await lockTokens(db, shopId, tokens)
  const alike = new Map(all.flatMap((said) => wantedBy(said) ?? []).map((one) => [JSON.stringify(one), one]))
  if (tokens.length === 0 && alike.size === 0) return { find: () => noCheckout, confirm: () => undefined }
  // One more than may be confirmed meanwhile, those without a token first, so that two equal ones never look like one.
  // `OFFSET 0` keeps the planner to the index of tracking IDs, also without table statistics.
  const { rows } = await db.execute<Candidate>(sql`
    SELECT c.id, c.token, c.tracking_ids AS "trackingIds", c.amount, c.currency, c.test, ${whereUnconfirmed} AS "isUnconfirmed"
    FROM checkouts c WHERE c.shop_id = ${shopId} AND c.token = ANY(${sql.param(tokens)}::text[])
    UNION
    SELECT c.id, c.token, c.tracking_ids, c.amount, c.currency, c.test, ${whereUnconfirmed}
    FROM ${recordset(checkouts, [...alike.values()])} wanted, LATERAL (
      SELECT * FROM (SELECT * FROM checkouts WHERE tracking_ids && wanted.tracking_ids OFFSET 0) k
      WHERE k.shop_id = ${shopId} AND k.amount = wanted.amount AND k.currency = wanted.currency AND k.test = wanted.test
      ORDER BY k.token IS NOT NULL LIMIT ${all.length + 1}) c`)
  const byToken = new Map(rows.flatMap((row) => (row.token === null ? [] : [[row.token, row]])))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    find: (said) => {
      const { paymentToken } = said
      const known = paymentToken ? byToken.get(paymentToken) : undefined
      if (known) return { checkoutId: known.id, checkoutLink: 'payment_token' }
      const wanted = wantedBy(said)
      const matching = wanted ? rows.filter((row) => isWanted(row, wanted, !!paymentToken)) : []
      const [only] = matching
      return matching.length === 1 && only ? { checkoutId: only.id, checkoutLink: 'tracking_id' } : noCheckout
    },
    confirm: (checkoutId, paymentToken) => {
      const row = checkoutId === null ? undefined : byId.get(checkoutId)
      if (!row?.isUnconfirmed) return
      row.isUnconfirmed = false
      row.token ??= paymentToken
      if (row.token !== null) byToken.set(row.token, row)
    },
  }
}

type Candidate = Wanted & Pick<CheckoutRow, 'id' | 'token'> & { isUnconfirmed: boolean }
type Wanted = Pick<CheckoutRow, 'trackingIds' | 'amount' | 'currency' | 'test'>

function wantedBy({ trackingId, amount, currency, test }: Said): Wanted | null {
  const trackingIds = trackingIdsIn(trackingId)
  if (trackingIds.length === 0 || amount == null || !currency) return null
  return { trackingIds, amount, currency, test: test ?? false }
}

const isWanted = (row: Candidate, wanted: Wanted, hasToken: boolean): boolean =>
  row.trackingIds.some((id) => wanted.trackingIds.includes(id)) &&
  row.amount === wanted.amount &&
  row.currency === wanted.currency &&
  row.test === wanted.test &&
  !(hasToken && row.token !== null)

/** Whether the creation of a checkout `c` was not answered. A provider's statement does not confirm it. */
const whereUnconfirmed = sql.raw(`(c.state IN ('creating', 'unconfirmed')
  OR (c.rests_on = 'statement' AND c.before_statement ->> 'state' IN ('creating', 'unconfirmed')))`)

type Applied = Pick<NotificationRow, 'id' | 'checkoutId' | 'paymentToken'>

/**
 * Confirms unconfirmed checkouts, each by the first notification, and links the notifications to their customers. Returns
 * the customers linked. `refreshCheckouts` (refresh.ts) sets the states later, after the ledger.
 */
export async function applyToCheckouts(
  tx: Database,
  shopId: string,
  all: readonly Applied[],
): Promise<CustomerDetail['id'][]> {
  const given = all.flatMap(({ checkoutId, ...one }) => (checkoutId === null ? [] : { ...one, checkoutId }))
  if (given.length === 0) return []
  const firsts = new Map(given.toReversed().map((one) => [one.checkoutId, one]))
  const confirmed = await tx.execute<{ id: string }>(sql`
    UPDATE checkouts c SET token = coalesce(c.token, given.token), before_statement = NULL,
      state = CASE WHEN c.state IN ('creating', 'unconfirmed') THEN 'open' ELSE c.state END
    FROM unnest(${sql.param([...firsts.keys()])}::text[],
      ${sql.param([...firsts.values()].map(({ paymentToken }) => paymentToken))}::text[]) given (id, token)
    WHERE c.shop_id = ${shopId} AND c.id = given.id AND ${whereUnconfirmed} RETURNING c.id`)
  await recordActivities(
    tx,
    { shop: { id: shopId }, actor: null },
    confirmed.rows.map(({ id }) => ({
      action: 'checkout.confirmed',
      subject: id,
      detail: { notification: firsts.get(id)?.id },
    })),
  )
  return linkCustomers(tx, shopId, given)
}

type Linked = { id: string; checkoutId: string }

async function linkCustomers(
  tx: Database,
  shopId: string,
  given: readonly Linked[],
): Promise<CustomerDetail['id'][]> {
  const { rows } = await tx.execute<{ id: string; notification: string }>(sql`
    INSERT INTO customer_links (shop_id, customer_id, notification_id, at, matched_by)
    SELECT c.shop_id, c.id, n.id, n.received_at, n.checkout_link
    FROM unnest(${sql.param(given.map(({ id }) => id))}::uuid[],
      ${sql.param(given.map(({ checkoutId }) => checkoutId))}::text[]) given (notification, checkout)
    JOIN checkouts k ON k.shop_id = ${shopId} AND k.id = given.checkout
    JOIN customers c ON c.shop_id = k.shop_id AND c.id = k.customer_id AND c.anonymised_at IS NULL
    JOIN notifications n ON n.shop_id = k.shop_id AND n.id = given.notification AND n.kind = 'transaction'
    ON CONFLICT DO NOTHING RETURNING customer_id AS id, notification_id AS notification`)
  const ids = [...new Set(rows.map(({ id }) => id))]
  await refreshCustomers(tx, shopId, ids)
  await linkChildren(
    tx,
    shopId,
    rows.map(({ notification }) => notification),
  )
  return ids
}
