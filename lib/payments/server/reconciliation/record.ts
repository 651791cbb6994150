import 'server-only'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { findCandidates, noCheckout, type Candidates } from '../../../checkouts/server/link'
import { recordActivity } from '../../../core/server/activity/record'
import type { Database } from '../../../db/database'
import type { Shop } from '../../../core/server/context'
import { settle } from '../accept'
import { roleIn } from '../ledger/counted'
import { recordTransactions } from '../ledger/ledger'
import { linkedAhead, type LinkedTransaction } from '../ledger/related'
import { linksByHand, type ReportedState } from '../ledger/transaction'
import { transactionStates } from '../tables'
import { reconciliationRows, type ReconciliationRow } from './tables'

/** Rows per transaction. Processing of new notifications waits for each batch. */
const batchRows = 200

export type LedgerShop = Pick<Shop, 'id' | 'mode'>
type Row = typeof reconciliationRows.$inferSelect

/**
 * Records the next payments that are only in the statement, and returns what to store about the run. One that came
 * meanwhile, by a notification or another reconciliation, is left alone. Requires the matching and the ledger lock.
 */
export async function recordNext(
  tx: Database,
  shop: LedgerShop,
  run: ReconciliationRow,
): Promise<Partial<ReconciliationRow>> {
  const whereRun = and(
    eq(reconciliationRows.shopId, shop.id),
    eq(reconciliationRows.reconciliationId, run.id),
  )
  const rows = await tx
    .select()
    .from(reconciliationRows)
    .where(
      and(
        whereRun,
        eq(reconciliationRows.result, 'only_there'),
        sql`${reconciliationRows.problems} = '{}'`,
        isNull(reconciliationRows.recordedAt),
      ),
    )
    .orderBy(reconciliationRows.position)
    .limit(batchRows)
  if (rows.length === 0) return endRecording(tx, shop, run)
  const uids = rows.flatMap(({ uid }) => uid ?? [])
  const known = await tx
    .select({ uid: transactionStates.uid })
    .from(transactionStates)
    .where(and(eq(transactionStates.shopId, shop.id), inArray(transactionStates.uid, uids)))
  const knownUids = new Set<string | null>(known.map(({ uid }) => uid))
  const [arrived, fresh] = [
    rows.filter(({ uid }) => knownUids.has(uid)),
    rows.filter(({ uid }) => !knownUids.has(uid)),
  ]
  const states = await statesOf(tx, shop, run, fresh)
  await settle(tx, shop.id, await recordTransactions(tx, shop, states))
  const at = (some: readonly Row[]) =>
    and(
      whereRun,
      inArray(
        reconciliationRows.position,
        some.map(({ position }) => position),
      ),
    )
  if (fresh.length > 0) await tx.update(reconciliationRows).set({ recordedAt: new Date() }).where(at(fresh))
  if (arrived.length > 0)
    await tx
      .update(reconciliationRows)
      .set({ problems: ['arrived'] })
      .where(at(arrived))
  const { counts } = run
  return {
    done: run.done + rows.length,
    counts: {
      ...counts,
      recorded: counts.recorded + fresh.length,
      recordable: counts.recordable - rows.length,
    },
  }
}

async function endRecording(tx: Database, shop: LedgerShop, run: ReconciliationRow) {
  await recordActivity(
    tx,
    { shop, actor: run.recordedBy === null ? null : { userId: run.recordedBy } },
    { action: 'reconciliation.recorded', subject: run.id, detail: { payments: run.counts.recorded } },
  )
  return { state: 'recorded' as const, done: 0, recordedAt: new Date() }
}

/**
 * In a test or sandbox shop no payment is real. Null: a live shop's statement does not say, so a capture, a refund or
 * a chargeback is a test if its payment is one.
 */
const testOf = ({ mode }: LedgerShop, { test, type }: Pick<ReportedState, 'test' | 'type'>): boolean | null =>
  test ?? (mode !== 'live' || (type === 'payment' ? false : null))

const saidBy = (shop: LedgerShop, row: Row) => {
  const { trackingId, amount, currency } = row
  return { trackingId, amount, currency, test: testOf(shop, row) ?? false }
}

/** `authorizations`: UIDs of those that rows refer to. `ahead`: what a person linked before, by the payment's UID. */
type Known = {
  candidates: Candidates
  authorizations: ReadonlySet<string | null>
  ahead: ReadonlyMap<string, readonly LinkedTransaction[]>
}

async function statesOf(
  tx: Database,
  shop: LedgerShop,
  run: ReconciliationRow,
  rows: readonly Row[],
): Promise<ReportedState[]> {
  const said = rows.map((row) => saidBy(shop, row))
  const candidates = await findCandidates(tx, shop.id, said)
  const authorizations = await authorizationsOf(tx, shop, rows)
  const ahead = await linkedAhead(
    tx,
    shop.id,
    rows.flatMap(({ uid }) => uid ?? []),
  )
  return rows.map((row) => stateOfRow(shop, run, row, { candidates, authorizations, ahead }))
}

async function authorizationsOf(
  tx: Database,
  shop: LedgerShop,
  rows: readonly Row[],
): Promise<ReadonlySet<string | null>> {
  const parents = await tx
    .select({
      uid: transactionStates.uid,
      type: transactionStates.type,
      parentUid: transactionStates.parentUid,
    })
    .from(transactionStates)
    .where(
      and(
        eq(transactionStates.shopId, shop.id),
        inArray(
          transactionStates.uid,
          rows.flatMap(({ parentUid }) => parentUid ?? []),
        ),
      ),
    )
  return new Set(parents.filter((parent) => roleIn(parent) === 'authorization').map(({ uid }) => uid))
}

function stateOfRow(
  shop: LedgerShop,
  run: ReconciliationRow,
  row: Row,
  { candidates, authorizations, ahead }: Known,
): ReportedState {
  const { uid, at, amount, currency, parentUid } = row
  if (uid === null || at === null) throw new Error('a row to record has a UID and a time')
  // A statement calls captures payments, too.
  const isCapture = row.type === 'payment' && authorizations.has(parentUid)
  const type = isCapture ? 'capture' : row.type
  const now = new Date()
  const link = row.type === 'payment' ? candidates.find(saidBy(shop, row)) : noCheckout
  return {
    uid,
    parentUid: type === 'payment' ? null : parentUid,
    notificationId: null,
    reconciliationId: run.id,
    isFinal: true,
    statedAt: at,
    fingerprint: null,
    receivedAt: now,
    reportedAt: now,
    at: at < now ? at : now,
    status: 'successful',
    type,
    test: testOf(shop, { test: row.test, type }),
    authenticity: 'statement',
    amount,
    currency,
    cardBrand: null,
    cardCountry: null,
    ...link,
    productId: null,
    productLink: null,
    ...linksByHand(ahead.get(uid) ?? []),
    reason: null,
    hasBody: false,
    isWhole: false,
  }
}
