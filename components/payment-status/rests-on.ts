import type { Route } from 'next'
import type { Payment, PaymentStep } from '@/lib/payments/schema'

/** Returns the address of the notification that a payment or transaction rests on, else of the payment itself. */
export const restsOnHref = (
  shop: string,
  { uid, notification_id: id }: Pick<Payment | PaymentStep, 'uid' | 'notification_id'>,
): Route =>
  (id === null
    ? `/shops/${shop}/payments/${encodeURIComponent(uid)}`
    : `/shops/${shop}/notifications?open=${id}`) as Route
