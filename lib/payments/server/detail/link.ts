import 'server-only'
import type { ActorContext } from '../../../core/server/context'
import type { NotificationLink } from '../../../notifications/schema'
import { linkTransaction, lockOfTransaction } from '../../../notifications/server/linking/link'
import { takeLinksAhead } from '../../../notifications/server/linking/linked-ahead'
import type { PaymentDetail } from '../../detail'
import { readPaymentDetail } from './detail'
import { firstOf, rootOf } from './root'

/**
 * Sets by hand what a payment is about, through its first known transaction, as `linkByHand` of a notification does. A
 * payment that only a statement reports keeps the links in the ledger, and belongs to the customer of its checkout: later
 * notifications take the links over, and undoing the reconciliation removes them with the payment. What refers to it,
 * such as a refund, follows them.
 * @throws AppError `not_found`; `invalid` if the shop has no such object, or for a customer of a payment without a
 * notification.
 */
export async function linkPayment(
  context: ActorContext,
  anyUid: string,
  link: NotificationLink,
): Promise<PaymentDetail> {
  const { shop } = context
  const { subject } = await linkTransaction(
    context,
    async (tx) => {
      const root = await rootOf(tx, shop.id, anyUid)
      const uid = await firstOf(tx, shop.id, root)
      // A statement's payment has a copy of a refund's link. Now the refund follows the payment.
      const kinds = (['checkout', 'product'] as const).filter((kind) => link[`${kind}_id`] !== undefined)
      await takeLinksAhead(tx, shop.id, [uid], kinds)
      const rows = await lockOfTransaction(tx, shop.id, { id: null, uid })
      return { action: 'payment.linked', subject: root, uid, rows }
    },
    link,
  )
  return readPaymentDetail(context, subject)
}
