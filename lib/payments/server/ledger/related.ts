import 'server-only'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { groupBy } from '../../../core/group-by'
import type { Database } from '../../../db/database'
import { qualified } from '../../../core/server/sql'
import { readNotification } from '../../../gateway/notifications/notification'
import { meansWhole } from '../../../gateway/notifications/sent-amount'
import { notifications } from '../../../notifications/server/tables'
import { transactionStates } from '../tables'
import type { Links, ReportedState, TransactionState } from './transaction'

/**
 * Returns all known transactions of the payments that the given ones belong to or connect, also by a parent that only
 * an earlier notification about them named.
 */
export async function relatedStates(
  tx: Database,
  shopId: string,
  given: readonly Pick<ReportedState, 'uid' | 'parentUid'>[],
): Promise<ReportedState[]> {
  const uids = [...new Set(given.flatMap(({ uid, parentUid }) => [uid, ...(parentUid ? [parentUid] : [])]))]
  const these = sql`${sql.param(uids)}::text[]`
  const rows = await tx
    .select()
    .from(transactionStates)
    .where(
      and(
        eq(transactionStates.shopId, shopId),
        sql`${qualified(transactionStates.rootUid)} IN (
          SELECT unnest(${these}) UNION
          SELECT r.root_uid FROM transaction_states r WHERE r.shop_id = ${shopId} AND r.uid = ANY(${these}) UNION
          SELECT unnest(ARRAY[r.parent_uid, p.root_uid]) FROM transaction_states r
            LEFT JOIN transaction_states p ON p.shop_id = r.shop_id AND p.uid = r.parent_uid
            WHERE r.shop_id = ${shopId} AND r.uid = ANY(${these}) AND r.parent_uid IS NOT NULL UNION
          SELECT r.root_uid FROM transaction_states r WHERE r.shop_id = ${shopId} AND r.parent_uid = ANY(${these}))`,
      ),
    )
  return withUnsaidAmounts(tx, shopId, rows)
}

/**
 * Marks refunds and voids that came without an amount (whole.ts). If the ledger has an amount that the notification lacks,
 * it was worked out. If neither has one, the body tells a missing amount from one that cannot be read.
 */
async function withUnsaidAmounts(
  tx: Database,
  shopId: string,
  rows: readonly TransactionState[],
): Promise<ReportedState[]> {
  const ids = (some: readonly TransactionState[]) =>
    some.flatMap(({ notificationId }) => notificationId ?? [])
  const returning = rows.filter(({ type }) => type === 'refund' || type === 'void')
  const unknown = ids(returning.filter(({ amount }) => amount === null))
  const found =
    returning.length === 0
      ? []
      : await tx
          .select({
            id: notifications.id,
            currency: notifications.currency,
            body: sql<Buffer | null>`CASE WHEN ${notifications.id} = ANY(${sql.param(unknown)}::uuid[]) THEN ${notifications.body} END`,
          })
          .from(notifications)
          .where(
            and(
              eq(notifications.shopId, shopId),
              inArray(notifications.id, ids(returning)),
              isNull(notifications.amount),
            ),
          )
  const unsaid = new Map(found.map((one) => [one.id, one]))
  return rows.map((row) => {
    const sent = row.notificationId === null ? undefined : unsaid.get(row.notificationId)
    const isWhole = sent !== undefined && (sent.body === null || meansWhole(readNotification(sent.body)))
    const said = sent ? { amount: null, currency: sent.currency } : {}
    return { ...row, ...said, hasBody: true, isWhole }
  })
}

export type LinkedTransaction = Links & Pick<ReportedState, 'uid'>

/** SQL: whether what a person linked the transaction `t` to is what the payment `p` is linked to by hand. */
const hasLinkOfPayment = (kind: 'checkout' | 'product') =>
  sql.raw(`(t.${kind}_link IS DISTINCT FROM 'hand'
    OR (p.${kind}_link IS NOT DISTINCT FROM 'hand' AND t.${kind}_id IS NOT DISTINCT FROM p.${kind}_id))`)

/**
 * Returns the transactions that a person linked before the payment itself was reported: by the payment's UID, in the
 * order of time. Until a notification decides the payment, also those whose link a statement's payment has copied.
 */
export async function linkedAhead(
  tx: Database,
  shopId: string,
  uids: readonly string[],
): Promise<Map<string, LinkedTransaction[]>> {
  if (uids.length === 0) return new Map()
  const { rows } = await tx.execute<LinkedTransaction & { root: string }>(sql`
    SELECT t.root_uid AS root, t.uid, t.checkout_id AS "checkoutId", t.checkout_link AS "checkoutLink",
      t.product_id AS "productId", t.product_link AS "productLink"
    FROM transaction_states t
    WHERE t.shop_id = ${shopId} AND t.root_uid = ANY(${sql.param([...new Set(uids)])}::text[]) AND t.uid <> t.root_uid
      AND (t.checkout_link = 'hand' OR t.product_link = 'hand') AND NOT EXISTS (
        SELECT 1 FROM transaction_states p WHERE p.shop_id = t.shop_id AND p.uid = t.root_uid
          AND NOT (p.reconciliation_id IS NOT NULL AND ${hasLinkOfPayment('checkout')} AND ${hasLinkOfPayment('product')}))
    ORDER BY t.at, t.uid COLLATE "C"`)
  return groupBy(rows, ({ root }) => root)
}
