import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import { closeAlert, raiseOrUpdate, updateOpenAlert } from '../../alerts/server/list'
import { refreshCheckouts } from '../../checkouts/server/refresh'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { publishLiveEvent } from '../../core/server/live'
import { maskFor } from '../../core/server/search/contacts-in-text'
import { lockMatching } from '../../customers/server/merging/link'
import { refreshCustomers } from '../../customers/server/reading/refresh'
import { joinPayers } from '../../customers/server/reading/transactions'
import type { Database } from '../../db/database'
import type { Payment, PaymentAcceptance, SeenDifference } from '../schema'
import { lockLedger, setAccepted, type LedgerChange } from './ledger/ledger'
import { readPayments } from './read'
import type { PaymentRow } from './tables'

/**
 * Accepts a payment that differs from what was asked for, or withdraws that. An accepted payment makes its checkout
 * paid. Acceptance ends if the amounts change. Who accepted it first stays: a second time changes nothing.
 * @throws AppError `not_found`; `conflict` if the payment does not differ, or, with the current values, not as in `seen`.
 */
export async function acceptPayment(
  context: ActorContext,
  uid: string,
  { accepted, seen }: PaymentAcceptance,
): Promise<Payment> {
  const { engine, shop, actor } = context
  const { checkoutId, payers } = await engine.db.transaction(async (tx) => {
    await lockMatching(tx, shop.id)
    await lockLedger(tx, shop.id)
    const [now] = await readPayments(tx, shop.id, [uid])
    if (!now) throw new AppError('not_found')
    if (seen) assertSeen(now, seen)
    const isSo = accepted ? now.accepted_at !== null : now.state === 'differs'
    if (isSo && now.difference !== null) return { checkoutId: null, payers: [] }
    const set = await setAccepted(tx, shop, { uid, by: accepted ? actor.userId : null })
    if (!set) throw new AppError('conflict')
    const { after } = set.change
    await recordActivity(tx, context, {
      action: accepted ? 'payment.accepted' : 'payment.acceptance_withdrawn',
      subject: uid,
      detail: {
        difference: after.difference,
        paid: Math.max(after.paid, after.held),
        currency: after.currency,
        asked: after.askedAmount,
        asked_currency: after.askedCurrency,
      },
    })
    await updatePaymentAlerts(tx, shop.id, [set.change])
    await settle(tx, shop.id, set.others)
    if (after.checkoutId !== null) await refreshCheckouts(tx, shop.id, [after.checkoutId])
    return { checkoutId: after.checkoutId, payers: await refreshCustomersOf(tx, shop.id, [set.change]) }
  })
  if (checkoutId !== null) await publishLiveEvent(context, { kind: 'checkout', id: checkoutId })
  for (const id of payers) await publishLiveEvent(context, { kind: 'customer', id })
  const [payment] = await readPayments(engine.db, shop.id, [uid])
  if (!payment) throw new AppError('not_found')
  return maskFor(actor, payment)
}

/** @throws AppError `conflict` with the current values of the fields that changed since they were seen */
function assertSeen(now: Payment, seen: SeenDifference): void {
  const fields = Object.keys(seen) as (keyof SeenDifference)[]
  const changed = fields.filter((field) => !isDeepStrictEqual(now[field], seen[field]))
  if (changed.length === 0) return
  throw new AppError('conflict', { current: Object.fromEntries(changed.map((field) => [field, now[field]])) })
}

/** A UID is not personal data. */
const differsAlert = (uid: string) => `payment:${uid}`
const disputeAlert = (uid: string) => `dispute:${uid}`

/**
 * Raises alerts for payments that now differ and for chargebacks, and closes settled ones. Call in the transaction that
 * changed the payments.
 */
export async function updatePaymentAlerts(
  tx: Database,
  shopId: string,
  changes: readonly LedgerChange[],
): Promise<void> {
  for (const { before, after } of changes) {
    if (after.state === 'differs') {
      const isNews = before?.state !== 'differs' || before.paid !== after.paid
      await (isNews ? raiseOrUpdate : updateOpenAlert)(tx, shopId, {
        kind: 'payment_differs',
        subject: differsAlert(after.uid),
        detail: {
          ...amountOf(after),
          difference: after.difference,
          asked_amount: after.askedAmount,
          asked_currency: after.askedCurrency,
        },
      })
    }
    if (before?.state === 'differs' && after.state !== 'differs')
      await closeAlert(tx, shopId, { kind: 'payment_differs', subject: differsAlert(after.uid) })
    const isCharged = before?.state !== 'disputed' || before.chargedBack < after.chargedBack
    if (after.state === 'disputed' && isCharged)
      await raiseOrUpdate(tx, shopId, {
        kind: 'chargeback',
        subject: disputeAlert(after.uid),
        detail: { ...amountOf(after), ...(after.chargedBack > 0 ? { amount: after.chargedBack } : {}) },
      })
    if (before?.state === 'disputed' && after.state !== 'disputed')
      await closeAlert(tx, shopId, { kind: 'chargeback', subject: disputeAlert(after.uid) })
  }
}

const amountOf = ({ paid, held, currency, notificationId }: PaymentRow) => ({
  amount: Math.max(paid, held),
  currency,
  ...(notificationId === null ? {} : { notification_id: notificationId }),
})

/** Refreshes the customers whose payments changed, or who lost one, and returns their IDs. */
export async function refreshCustomersOf(
  tx: Database,
  shopId: string,
  changes: readonly LedgerChange[],
): Promise<string[]> {
  if (changes.length === 0) return []
  // What only a statement reported was its checkout's customer's, and may be withdrawn or linked to another checkout now.
  const left = changes.flatMap(({ before }) => (before?.notificationId === null && before.checkoutId) || [])
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT payer.customer_id AS id FROM transaction_states t ${joinPayers}
    WHERE t.shop_id = ${shopId} AND t.root_uid = ANY(${sql.param(changes.map(({ after }) => after.uid))}::text[])
    UNION SELECT k.customer_id FROM checkouts k
    WHERE k.shop_id = ${shopId} AND k.id = ANY(${sql.param(left)}::text[]) AND k.customer_id IS NOT NULL`)
  const ids = rows.map(({ id }) => id)
  await refreshCustomers(tx, shopId, ids)
  return ids
}

/** Refreshes what rests on these payments: checkouts, customers, alerts. Returns the IDs of the customers. */
export async function settle(
  tx: Database,
  shopId: string,
  changes: readonly LedgerChange[],
): Promise<string[]> {
  const checkoutIds = changes.flatMap(({ before, after }) =>
    [before?.checkoutId ?? [], after.checkoutId ?? []].flat(),
  )
  await refreshCheckouts(tx, shopId, checkoutIds)
  const payers = await refreshCustomersOf(tx, shopId, changes)
  await updatePaymentAlerts(tx, shopId, changes)
  return payers
}
