import 'server-only'
import type { Database } from '../../db/database'
import { closeAlert, raiseAlert } from '../../alerts/server/raise'
import type { PaymentRow } from './tables'
import type { LedgerChange } from './ledger'

/** A UID is no personal data. */
export const differsAlert = (uid: string) => `payment:${uid}`
const disputeAlert = (uid: string) => `dispute:${uid}`

/**
 * Raises alerts for payments that came to differ from what was asked for, and for chargebacks, and closes those that are
 * settled. In the transaction in which the payments were worked out.
 */
export async function alertOfPayments(
  tx: Database,
  shopId: string,
  changes: readonly LedgerChange[],
): Promise<void> {
  for (const { before, after } of changes) {
    if (after.state === 'differs' && (before?.state !== 'differs' || before.paid !== after.paid))
      await raiseAlert(tx, shopId, {
        kind: 'payment_differs',
        subject: differsAlert(after.uid),
        detail: {
          ...amountOf(after),
          difference: after.difference,
          asked_amount: after.askedAmount,
          asked_currency: after.askedCurrency,
        },
      })
    if (before?.state === 'differs' && after.state !== 'differs')
      await closeAlert(tx, shopId, { kind: 'payment_differs', subject: differsAlert(after.uid) })
    if (after.state === 'disputed' && before?.state !== 'disputed')
      await raiseAlert(tx, shopId, {
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
  notification_id: notificationId,
})
