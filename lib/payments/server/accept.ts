import 'server-only'
import type { Payment, PaymentAcceptance } from '../schema'
import { recordActivity } from '../../core/server/activity/record'
import { closeAlert } from '../../alerts/server/raise'
import { refreshCheckout } from '../../checkouts/server/refresh'
import type { ActorContext } from '../../core/server/context'
import { holdMatching } from '../../customers/server/hold'
import { AppError } from '../../core/server/errors'
import { tellBrowsers } from '../../core/server/live'
import { differsAlert } from './alerts'
import { holdLedger, setAccepted } from './ledger'
import { payersOf } from './payers'
import { readPayments } from './read'

/**
 * Accepts by hand that something else was paid than what was asked for, or takes that back; recorded. Its checkout counts
 * as paid then. Should the amounts change later, somebody has to look again.
 * @throws AppError `not_found`; `conflict` where the payment is as it was asked for.
 */
export async function acceptPayment(
  context: ActorContext,
  uid: string,
  { accepted }: PaymentAcceptance,
): Promise<Payment> {
  const { engine, shop, actor } = context
  const { checkoutId, payers } = await engine.db.transaction(async (tx) => {
    await holdMatching(tx, shop.id)
    await holdLedger(tx, shop.id)
    if ((await readPayments(tx, shop.id, [uid])).length === 0) throw new AppError('not_found')
    const change = await setAccepted(tx, shop, { uid, by: accepted ? actor.userId : null })
    if (!change) throw new AppError('conflict')
    const { after } = change
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
    if (accepted) await closeAlert(tx, shop.id, { kind: 'payment_differs', subject: differsAlert(uid) })
    if (after.checkoutId !== null) await refreshCheckout(tx, shop.id, after.checkoutId)
    return { checkoutId: after.checkoutId, payers: await payersOf(tx, shop.id, [change]) }
  })
  if (checkoutId !== null) await tellBrowsers(context, { kind: 'checkout', id: checkoutId })
  for (const id of payers) await tellBrowsers(context, { kind: 'customer', id })
  const [payment] = await readPayments(engine.db, shop.id, [uid])
  if (!payment) throw new AppError('not_found')
  return payment
}
