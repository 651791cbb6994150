import 'server-only'
import { and, eq, getTableColumns, inArray, notInArray, sql } from 'drizzle-orm'
import { needsAttention, type PaymentDifference } from '../../state'
import type { Database } from '../../../db/database'
import type { Shop } from '../../../core/server/context'
import { qualified, recordset } from '../../../core/server/sql'
import { shops } from '../../../core/server/tables/shops'
import { payments, type PaymentRow } from '../tables'
import { loadAsked, priceAt, type AskedFor } from '../asked'
import {
  comparePayment,
  comparePayments,
  familiesOf,
  paymentOf,
  type AskedPrice,
  type IsAccepted,
  type Payment,
} from './payment'
import { countsIn } from './counted'
import { relatedStates } from './related'
import { mergeAll } from './reported'
import { writeStates } from './sums'
import { replacingLinks, type ReportedState } from './transaction'

/**
 * Locks the shop's ledger until the transaction ends, because related transactions worked out concurrently would not
 * see each other. Lock order: after the customers (lib/customers/server/merging/link.ts), before any row.
 */
export const lockLedger = (tx: Database, shopId: string) =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`ledger ${shopId}`}, 0))`)

type LedgerShop = Pick<Shop, 'id'>

export type LedgerChange = { before: PaymentRow | null; after: PaymentRow }

/** A payment without transactions has no state that needs attention. */
export const removedChange = (row: PaymentRow): LedgerChange => ({
  before: row,
  after: { ...row, state: 'other' },
})

/**
 * Records what notifications report of transactions, and recomputes their payments. Recording the same again changes
 * nothing. Requires the ledger lock.
 */
export async function recordTransactions(
  tx: Database,
  shop: LedgerShop,
  reported: readonly (ReportedState | null)[],
): Promise<LedgerChange[]> {
  const newStates = reported.flatMap((state) => state ?? [])
  if (newStates.length === 0) return []
  const known = await relatedStates(tx, shop.id, newStates)
  const states = await mergeAll(tx, shop.id, known, newStates)
  const before = known.flatMap(({ checkoutId }) => checkoutId ?? [])
  return workOutPayments(tx, shop, states, before)
}

/** Links that override less sure ones of the transaction's notifications (`replacingLinks` in transaction.ts). */
export type Relinked = { uid: string } & Partial<
  Pick<ReportedState, 'checkoutId' | 'checkoutLink' | 'productId' | 'productLink'>
>

export async function relinkTransactions(
  tx: Database,
  shop: LedgerShop,
  links: readonly Relinked[],
): Promise<LedgerChange[]> {
  if (links.length === 0) return []
  const given = links.map(({ uid }) => ({ uid, parentUid: null }))
  const known = await relatedStates(tx, shop.id, given)
  const before = known.flatMap(({ checkoutId }) => checkoutId ?? [])
  const byUid = new Map(links.map((link) => [link.uid, link]))
  const states = known.map((state) => ({ ...state, ...replacingLinks(state, byUid.get(state.uid) ?? {}) }))
  return workOutPayments(tx, shop, states, before)
}

/**
 * Writes the states and their payments, compared with what was asked for. `left`: checkouts that may have lost a
 * payment.
 */
export async function workOutPayments(
  tx: Database,
  shop: LedgerShop,
  states: readonly ReportedState[],
  left: readonly string[] = [],
): Promise<LedgerChange[]> {
  const isLive = await isLiveNow(tx, shop.id)
  const families = familiesOf(states).map((family) => ({ ...family, payment: paymentOf(family) }))
  const changed = families.map(({ payment }) => payment)
  const roots = changed.map(({ uid }) => uid)
  // A transaction that now belongs to another payment leaves behind a payment without transactions.
  const uids = sql`${sql.param(states.map(({ uid }) => uid))}::text[]`
  const removed = await tx
    .delete(payments)
    .where(
      and(
        eq(payments.shopId, shop.id),
        sql`${qualified(payments.uid)} IN (SELECT unnest(${uids}) UNION
        SELECT r.root_uid FROM transaction_states r WHERE r.shop_id = ${shop.id} AND r.uid = ANY(${uids}))`,
        notInArray(payments.uid, roots),
      ),
    )
    .returning()
  await writeStates(
    tx,
    shop.id,
    families.flatMap(({ root, members, payment }) => {
      const counts = countsIn(members)
      return members.map((state) => ({
        ...state,
        rootUid: root,
        // A gateway need not say the card of a capture again.
        countedBrand: state.cardBrand ?? payment.cardBrand,
        countedCountry: state.cardCountry ?? payment.cardCountry,
        // In a live shop tests do not count.
        countsAs: isLive && payment.test ? null : (counts.get(state.uid)?.countedAs ?? null),
      }))
    }),
  )
  const checkoutIds = [...new Set([...changed.flatMap(({ checkoutId }) => checkoutId ?? []), ...left])]
  const known = await tx
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.shopId, shop.id),
        checkoutIds.length
          ? sql`(${inArray(payments.uid, roots)} OR ${inArray(payments.checkoutId, checkoutIds)})`
          : inArray(payments.uid, roots),
      ),
    )
  const others = known.filter(({ uid }) => !roots.includes(uid))
  const differing = others.flatMap(({ uid, state }) => (state === 'differs' ? uid : []))
  const before = await statesBeforeComparison(tx, shop.id, differing)
  const siblings = others.map((row) => ({ ...row, state: before.get(row.uid) ?? row.state }))
  const changes = await writePayments(tx, shop.id, { payments: [...changed, ...siblings], known, isLive })
  return [...removed.map(removedChange), ...changes]
}

/**
 * Reads the mode under the ledger lock. A shop that was loaded before may have another mode since, whose recount may have
 * passed these transactions.
 */
async function isLiveNow(tx: Database, shopId: string): Promise<boolean> {
  const [shop] = await tx.select({ mode: shops.mode }).from(shops).where(eq(shops.id, shopId))
  return shop?.mode === 'live'
}

/** Returns the states of payments before the comparison, by UID. */
async function statesBeforeComparison(
  tx: Database,
  shopId: string,
  uids: readonly string[],
): Promise<Map<string, PaymentRow['state']>> {
  if (uids.length === 0) return new Map()
  const states = await relatedStates(
    tx,
    shopId,
    uids.map((uid) => ({ uid, parentUid: null })),
  )
  return new Map(familiesOf(states).map((family) => [family.root, paymentOf(family).state]))
}

async function writePayments(
  tx: Database,
  shopId: string,
  { payments: all, known, isLive }: { payments: Payment[]; known: PaymentRow[]; isLive: boolean },
): Promise<LedgerChange[]> {
  const asked = await loadAsked(tx, shopId, {
    checkoutIds: [...new Set(all.flatMap(({ checkoutId }) => checkoutId ?? []))],
    productIds: [
      ...new Set(all.flatMap(({ checkoutId, productId }) => (checkoutId === null && productId) || [])),
    ],
  })
  const byUid = new Map(known.map((row) => [row.uid, row]))
  const acceptedFor = (uid: string) => byUid.get(uid)?.acceptedFor ?? null
  const compared = compareAll(all, asked, { isLive, acceptedFor })
  const changes = all
    .map((payment) => {
      const before = byUid.get(payment.uid) ?? null
      return {
        before,
        after: paymentRow(shopId, payment, compared.get(payment.uid) ?? nothingAsked, before),
      }
    })
    .filter(({ before, after }) => before === null || !isEqual(before, after))
  const rows = changes.map(({ after }) => after)
  if (rows.length > 0)
    await tx.execute(sql`
      INSERT INTO payments (${columnList}) SELECT ${columnList} FROM ${recordset(payments, rows)}
      ON CONFLICT (shop_id, uid) DO UPDATE SET ${assignments}`)
  return changes
}

const names = Object.values(getTableColumns(payments)).map(({ name }) => name)
const columnList = sql.raw(names.join(', '))
const assignments = sql.raw(names.map((name) => `${name} = excluded.${name}`).join(', '))

type Compared = { asked: AskedPrice | null; difference: PaymentDifference | null }
const nothingAsked: Compared = { asked: null, difference: null }

/** `acceptedFor`: by a payment's UID. */
type Circumstances = { isLive: boolean; acceptedFor: (uid: string) => string | null }

function compareAll(
  all: readonly Payment[],
  asked: AskedFor,
  { isLive, acceptedFor }: Circumstances,
): Map<string, Compared> {
  const compared = new Map<string, Compared>()
  const byCheckout = new Map<string, Payment[]>()
  for (const payment of all) {
    const { uid, checkoutId, productId } = payment
    if (checkoutId !== null) {
      byCheckout.set(checkoutId, [...(byCheckout.get(checkoutId) ?? []), payment])
      continue
    }
    const prices = productId === null ? undefined : asked.products.get(productId)
    const price = prices ? priceAt(prices, payment.at) : null
    if (price) compared.set(uid, { asked: price, difference: comparePayment(payment, price, isLive) })
  }
  for (const [id, some] of byCheckout) {
    const price = asked.checkouts.get(id)
    // A checkout that stores a card asks for no money.
    if (!price || price.transactionType === 'tokenization') continue
    const isAccepted: IsAccepted = (payment, difference) => {
      const row = { ...payment, difference, askedAmount: price.amount, askedCurrency: price.currency }
      return acceptedFor(payment.uid) === acceptanceKey(row)
    }
    for (const [uid, difference] of comparePayments(some, price, isLive, isAccepted))
      compared.set(uid, { asked: price, difference })
  }
  return compared
}

/** Identifies what was accepted. Another amount or difference is not accepted yet. */
const acceptanceKey = (
  row: Pick<PaymentRow, 'difference' | 'paid' | 'held' | 'currency' | 'askedAmount' | 'askedCurrency'>,
) => [row.difference, row.paid, row.held, row.currency, row.askedAmount, row.askedCurrency].join(' ')

function paymentRow(
  shopId: string,
  payment: Payment,
  { asked, difference }: Compared,
  before: PaymentRow | null,
): PaymentRow {
  const compared = {
    ...payment,
    shopId,
    askedAmount: asked?.amount ?? null,
    askedCurrency: asked?.currency ?? null,
    difference,
  }
  const isAccepted = before?.acceptedFor != null && before.acceptedFor === acceptanceKey(compared)
  // While nothing can be compared, such as during a dispute, it is neither accepted nor forgotten.
  const isKept = isAccepted || difference === null
  return {
    ...compared,
    state: needsAttention(difference) && !isAccepted ? 'differs' : payment.state,
    acceptedAt: isKept ? (before?.acceptedAt ?? null) : null,
    acceptedBy: isKept ? (before?.acceptedBy ?? null) : null,
    acceptedFor: isKept ? (before?.acceptedFor ?? null) : null,
  }
}

const isEqual = (one: PaymentRow, other: PaymentRow): boolean =>
  Object.keys(one).every((key) => {
    const [a, b] = [one[key as keyof PaymentRow], other[key as keyof PaymentRow]]
    return a instanceof Date && b instanceof Date ? a.valueOf() === b.valueOf() : a === b
  })

/**
 * Accepts how a payment differs, or withdraws that (`by` null), and compares the other payments of its checkout again.
 * Returns null if there is no difference to accept.
 */
export async function setAccepted(
  tx: Database,
  shop: LedgerShop,
  { uid, by }: { uid: string; by: string | null },
): Promise<{ change: LedgerChange; others: LedgerChange[] } | null> {
  const wherePayment = and(eq(payments.shopId, shop.id), eq(payments.uid, uid))
  const [before] = await tx.select().from(payments).where(wherePayment).for('update')
  if (!before || !needsAttention(before.difference)) return null
  const own = await statesBeforeComparison(tx, shop.id, [uid])
  const set = {
    state: by === null ? ('differs' as const) : (own.get(uid) ?? before.state),
    acceptedAt: by === null ? null : new Date(),
    acceptedBy: by,
    acceptedFor: by === null ? null : acceptanceKey(before),
  }
  await tx.update(payments).set(set).where(wherePayment)
  const others = before.checkoutId === null ? [] : await relinkTransactions(tx, shop, [{ uid }])
  return { change: { before, after: { ...before, ...set } }, others }
}
