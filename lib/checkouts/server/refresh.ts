import 'server-only'
import { and, eq, getTableColumns, ne, sql } from 'drizzle-orm'
import { groupBy } from '../../core/group-by'
import { recordset } from '../../core/server/sql'
import type { Database } from '../../db/database'
import { notifications } from '../../notifications/server/tables'
import type { PaymentRow } from '../../payments/server/tables'
import { wasPaid } from '../state'
import { checkoutSearchText } from './listing/list'
import { paymentsOf } from './cards'
import { outcomeOf, withoutStatement, type Expiry } from './state'
import { checkouts, type CheckoutRow } from './tables'

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
 * Recomputes the states of checkouts. Call it after their payments are computed, in a transaction that holds the ledger
 * lock (lib/payments/server/ledger/ledger.ts). If a payment moved to another checkout, its effect goes with it.
 */
export async function refreshCheckouts(tx: Database, shopId: string, ids: readonly string[]): Promise<void> {
  const these = sql`${sql.param([...new Set(ids)])}::text[]`
  if (ids.length === 0) return
  const rows = await tx
    .select(read)
    .from(checkouts)
    .where(and(eq(checkouts.shopId, shopId), sql`${checkouts.id} = ANY(${these})`))
    .orderBy(checkouts.id)
    .for('update')
  const payments = groupBy(await paymentsOf(tx, shopId, ids), ({ checkoutId }) => checkoutId)
  const expiries = await expiriesOf(tx, shopId, ids)
  const uids = await uidsOf(tx, shopId, ids)
  const now = rows.map((row) => ({
    shopId,
    id: row.id,
    search: checkoutSearchText(row, uids.get(row.id)),
    ...outcomeFor(row, payments.get(row.id) ?? [], expiries.get(row.id) ?? []),
  }))
  await tx.execute(sql`
    UPDATE checkouts c SET ${assignments} FROM ${recordset(checkouts, now)} given
    WHERE c.shop_id = given.shop_id AND c.id = given.id`)
}

const columns = getTableColumns(checkouts)
const { request: _request, search: _search, ...read } = columns
const written = [
  'declines', 'search', 'paidAmount', 'paidCurrency', 'difference', 'state', 'restsOn', 'stateAt', 'beforeStatement',
] as const // prettier-ignore
const assignments = sql.raw(
  written.map((name) => `${columns[name].name} = given.${columns[name].name}`).join(', '),
)

function outcomeFor(
  row: Omit<CheckoutRow, 'request' | 'search'>,
  payments: readonly PaymentRow[],
  expiries: readonly Expiry[],
) {
  const own = payments.filter(({ checkoutLink }) => checkoutLink !== 'parent')
  const { declines, ...outcome } = outcomeOf(own, expiries, row.transactionType)
  const before = withoutStatement(row)
  const isKept = before.restsOn === 'query' && isSettled(before.state) && !wasPaid(outcome.state)
  // Nothing is known: keep the state from its creation.
  const hasNoEvidence = outcome.state === 'open' && !ledgerGrades.has(before.restsOn)
  const now = isKept || hasNoEvidence ? before : { ...outcome, stateAt: outcome.stateAt ?? before.stateAt }
  const differing = own.find((payment) => payment.state === 'differs')
  const deciding = differing ?? own.find(({ paid, held }) => paid > 0 || held > 0)
  return {
    declines,
    paidAmount: deciding ? Math.max(deciding.paid, deciding.held) : null,
    paidCurrency: deciding?.currency ?? null,
    difference: differing?.difference ?? null,
    ...now,
    beforeStatement:
      now.restsOn === 'statement' ? { ...before, stateAt: before.stateAt.toISOString() } : null,
  }
}

/** Returns the UIDs of all transactions of the checkouts' payments, for the search. */
export async function uidsOf(
  db: Database,
  shopId: string,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await db.execute<{ id: string; uids: string[] }>(sql`
    SELECT p.checkout_id AS id, array_agg(t.uid ORDER BY t.at, t.uid) AS uids
    FROM payments p JOIN transaction_states t ON t.shop_id = p.shop_id AND t.root_uid = p.uid
    WHERE p.shop_id = ${shopId} AND p.checkout_id = ANY(${sql.param(ids)}::text[]) GROUP BY p.checkout_id`)
  return new Map(rows.map(({ id, uids }) => [id, uids]))
}

/**
 * Returns when the gateway said that the checkouts expired. Ignores unverified notifications, and verification requests.
 */
async function expiriesOf(
  db: Database,
  shopId: string,
  ids: readonly string[],
): Promise<Map<string, Expiry[]>> {
  const rows = await db
    .select({
      checkoutId: notifications.checkoutId,
      evidence: notifications.authenticity,
      saidAt: notifications.transactionAt,
      receivedAt: notifications.receivedAt,
    })
    .from(notifications)
    .where(
      and(
        eq(notifications.shopId, shopId),
        sql`${notifications.checkoutId} = ANY(${sql.param(ids)}::text[])`,
        eq(notifications.kind, 'expired_checkout'),
        eq(notifications.hook, 'notification'),
        ne(notifications.authenticity, 'unverified'),
      ),
    )
  const expiries = rows.map(({ saidAt, receivedAt, ...row }) => ({ ...row, at: saidAt ?? receivedAt }))
  return groupBy(expiries, ({ checkoutId }) => checkoutId ?? '')
}
