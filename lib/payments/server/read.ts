import 'server-only'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { groupBy } from '../../core/group-by'
import { namesOf } from '../../core/server/accounts/names'
import type { Database } from '../../db/database'
import { notifications } from '../../notifications/server/tables'
import type { Payment, PaymentStep } from '../schema'
import { countsIn, type Count } from './ledger/counted'
import { byTime } from './ledger/payment'
import type { TransactionState } from './ledger/transaction'
import { payments, transactionStates, type PaymentRow } from './tables'

export async function readPayments(
  db: Database,
  shopId: string,
  uids: readonly string[],
): Promise<Payment[]> {
  if (uids.length === 0) return []
  const [rows, steps] = await Promise.all([
    db
      .select()
      .from(payments)
      .where(and(eq(payments.shopId, shopId), inArray(payments.uid, [...uids]))),
    stepsOf(db, shopId, uids),
  ])
  return withTexts(db, shopId, rows, steps)
}

/** Returns payments of our API, with their transactions, in the order of the rows. */
export async function toPayments(
  db: Database,
  shopId: string,
  rows: readonly PaymentRow[],
): Promise<Payment[]> {
  const uids = rows.map(({ uid }) => uid)
  return withTexts(db, shopId, rows, await stepsOf(db, shopId, uids))
}

type Steps = ReadonlyMap<string, PaymentStep[]>

async function withTexts(
  db: Database,
  shopId: string,
  rows: readonly PaymentRow[],
  steps: Steps,
): Promise<Payment[]> {
  const [reported, inStatements, names] = await Promise.all([
    loadTexts(db, shopId, rows),
    loadStatementTexts(db, shopId, rows),
    namesOf(
      db,
      rows.map(({ acceptedBy }) => acceptedBy),
    ),
  ])
  return rows.map((row) => ({
    uid: row.uid,
    state: row.state,
    type: row.type,
    test: row.test,
    at: row.at.toISOString(),
    reported_at: row.reportedAt.toISOString(),
    state_at: row.stateAt.toISOString(),
    authenticity: row.authenticity,
    notification_id: row.notificationId,
    currency: row.currency,
    tried: row.tried,
    held: row.held,
    paid: row.paid,
    refunded: row.refunded,
    charged_back: row.chargedBack,
    net: row.paid - row.refunded - row.chargedBack,
    asked:
      row.askedAmount === null || row.askedCurrency === null
        ? null
        : { amount: row.askedAmount, currency: row.askedCurrency },
    difference: row.difference,
    accepted_at: row.acceptedAt?.toISOString() ?? null,
    accepted_by: row.acceptedBy === null ? null : (names.get(row.acceptedBy) ?? null),
    checkout_id: row.checkoutId,
    checkout_link: row.checkoutLink,
    product_id: row.productId,
    ...((row.notificationId === null ? inStatements.get(row.uid) : reported.get(row.notificationId)) ??
      noTexts),
    steps: steps.get(row.uid) ?? [],
  }))
}

type ReportedTexts = Pick<Payment, 'description' | 'message' | 'tracking_id' | 'card_brand' | 'card_last_4'>
const noTexts: ReportedTexts = {
  description: null,
  message: null,
  tracking_id: null,
  card_brand: null,
  card_last_4: null,
}

/** Returns the texts of the deciding notifications by ID; null where they were anonymised. */
async function loadTexts(
  db: Database,
  shopId: string,
  rows: readonly PaymentRow[],
): Promise<Map<string, ReportedTexts>> {
  const ids = rows.flatMap(({ notificationId }) => notificationId ?? [])
  if (ids.length === 0) return new Map()
  const found = await db
    .select({
      id: notifications.id,
      description: notifications.description,
      message: notifications.message,
      tracking_id: notifications.trackingId,
      card_brand: notifications.cardBrand,
      card_last_4: notifications.cardLast4,
    })
    .from(notifications)
    .where(and(eq(notifications.shopId, shopId), inArray(notifications.id, ids)))
  return new Map(found.map(({ id, ...texts }) => [id, texts]))
}

/** Returns the texts of payments that only statements report, by UID. */
async function loadStatementTexts(
  db: Database,
  shopId: string,
  rows: readonly PaymentRow[],
): Promise<Map<string, ReportedTexts>> {
  const uids = rows.flatMap(({ uid, notificationId }) => (notificationId === null ? uid : []))
  if (uids.length === 0) return new Map()
  const { rows: found } = await db.execute<{ uid: string; tracking_id: string | null }>(sql`
    SELECT DISTINCT ON (t.root_uid) t.root_uid AS uid, r.tracking_id FROM transaction_states t
    JOIN reconciliation_rows r ON r.shop_id = t.shop_id AND r.reconciliation_id = t.reconciliation_id
      AND r.uid = t.uid AND r.recorded_at IS NOT NULL
    WHERE t.shop_id = ${shopId} AND t.root_uid = ANY(${sql.param(uids)}::text[])
    ORDER BY t.root_uid, t.at, t.uid`)
  return new Map(found.map(({ uid, tracking_id }) => [uid, { ...noTexts, tracking_id }]))
}

async function stepsOf(db: Database, shopId: string, uids: readonly string[]): Promise<Steps> {
  const steps = new Map<string, PaymentStep[]>()
  if (uids.length === 0) return steps
  const found = await db
    .select({
      state: transactionStates,
      message: notifications.message,
      last4: notifications.cardLast4,
    })
    .from(transactionStates)
    .leftJoin(
      notifications,
      and(
        eq(notifications.shopId, transactionStates.shopId),
        eq(notifications.id, transactionStates.notificationId),
      ),
    )
    .where(and(eq(transactionStates.shopId, shopId), inArray(transactionStates.rootUid, [...uids])))
    .orderBy(asc(transactionStates.at), asc(transactionStates.uid))
  for (const [root, family] of groupBy(found, ({ state }) => state.rootUid ?? state.uid)) {
    const counts = countsIn(family.map(({ state }) => state).toSorted(byTime))
    steps.set(
      root,
      family.map((one) => toStep(one, counts.get(one.state.uid))),
    )
  }
  return steps
}

type Found = { state: TransactionState; message: string | null; last4: string | null }

const toStep = ({ state, message, last4 }: Found, count: Count | undefined): PaymentStep => ({
  uid: state.uid,
  status: state.status,
  type: state.type,
  parent_uid: state.parentUid,
  amount: state.amount,
  currency: state.currency,
  message,
  card_brand: state.cardBrand,
  card_last_4: last4,
  at: state.at.toISOString(),
  reported_at: (state.reportedAt ?? state.receivedAt).toISOString(),
  authenticity: state.authenticity,
  notification_id: state.notificationId,
  reconciliation_id: state.reconciliationId,
  counted_as: count?.countedAs ?? null,
  not_counted: count?.notCounted ?? null,
})
