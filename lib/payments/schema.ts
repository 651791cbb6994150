/** Payments on our own API. Amounts are in minor units. */
import { z } from 'zod'
import { checkoutLinks } from '../notifications/schema'
import { evidenceGrades } from './evidence'
import { countedKinds, notCountedReasons, paymentDifferences, paymentStates } from './state'

/** One transaction of a payment, according to the notification that decides its state. */
const paymentStep = z.object({
  uid: z.string(),
  status: z.string().nullable(),
  type: z.string().nullable(),
  parent_uid: z.string().nullable(),
  amount: z.int().nullable(),
  currency: z.string().nullable(),
  message: z.string().nullable(),
  card_brand: z.string().nullable(),
  card_last_4: z.string().nullable(),
  /** When it happened, and when its first notification arrived. */
  at: z.iso.datetime(),
  reported_at: z.iso.datetime(),
  authenticity: z.enum(evidenceGrades),
  /** The notification it rests on, or else the reconciliation that recorded it. */
  notification_id: z.string().nullable(),
  reconciliation_id: z.string().nullable(),
  /** How it counts in the payment's amounts, or in those of another currency; null: not at all. */
  counted_as: z.enum(countedKinds).nullable(),
  /** Why it counts nowhere, although it paid, failed or returned money. */
  not_counted: z.enum(notCountedReasons).nullable(),
})
export type PaymentStep = z.output<typeof paymentStep>

/**
 * A payment with everything that refers to it. `tried`: its first transaction's amount. `held`: authorised, less what
 * voids released, but at least what was captured. If voids released all of it, the amount that was held. `net`: `paid` less `refunded` and `charged_back`.
 */
export const payment = z.object({
  uid: z.string(),
  state: z.enum(paymentStates),
  type: z.string().nullable(),
  test: z.boolean().nullable(),
  at: z.iso.datetime(),
  reported_at: z.iso.datetime(),
  state_at: z.iso.datetime(),
  authenticity: z.enum(evidenceGrades),
  /** Null: it rests on a statement. */
  notification_id: z.string().nullable(),
  currency: z.string().nullable(),
  tried: z.int().nullable(),
  held: z.int(),
  paid: z.int(),
  refunded: z.int(),
  charged_back: z.int(),
  net: z.int(),
  /** What its checkout or product asked for; null if neither is known. */
  asked: z.object({ amount: z.int(), currency: z.string() }).nullable(),
  difference: z.enum(paymentDifferences).nullable(),
  accepted_at: z.iso.datetime().nullable(),
  accepted_by: z.string().nullable(),
  checkout_id: z.string().nullable(),
  checkout_link: z.enum(checkoutLinks).nullable(),
  product_id: z.string().nullable(),
  description: z.string().nullable(),
  message: z.string().nullable(),
  tracking_id: z.string().nullable(),
  card_brand: z.string().nullable(),
  card_last_4: z.string().nullable(),
  /** Oldest first. */
  steps: z.array(paymentStep),
})
export type Payment = z.output<typeof payment>

/**
 * `seen`: the difference as the payment showed it. If it has changed, the answer is a `conflict`. Without `seen`, the
 * current difference counts.
 */
export const paymentAcceptance = z.strictObject({
  accepted: z.boolean({ error: 'required' }),
  seen: z
    .strictObject({
      ...payment.pick({ difference: true, currency: true, held: true, paid: true }).shape,
      asked: z.strictObject(payment.shape.asked.unwrap().shape).nullable(),
    })
    .optional(),
})
export type PaymentAcceptance = z.output<typeof paymentAcceptance>
export type SeenDifference = NonNullable<PaymentAcceptance['seen']>
