/** A payment's page on our own API: its history, its evidence, and what is known about it. */
import { z } from 'zod'
import { checkoutItem } from '../checkouts/schema'
import { problemCodes } from '../core/api/problem'
import { declineKinds } from './decline'
import { evidenceGrades } from './evidence'
import { paymentItem } from './list'

/** A notification or a statement line that reports the payment, or another attempt to pay the same checkout. */
const source = z.object({
  /** The notification, or else the reconciliation that recorded the statement line. */
  notification_id: z.string().nullable(),
  reconciliation_id: z.string().nullable(),
  /** The time of the event according to the source, else of its arrival. */
  at: z.iso.datetime(),
  received_at: z.iso.datetime(),
  uid: z.string(),
  parent_uid: z.string().nullable(),
  /** The payment it belongs to; another one for an earlier or later try. */
  payment_uid: z.string(),
  type: z.string().nullable(),
  status: z.string().nullable(),
  amount: z.int().nullable(),
  currency: z.string().nullable(),
  /** The amount as sent, where no safe integer holds it. */
  amount_sent: z.string().nullable(),
  message: z.string().nullable(),
  bank_code: z.string().nullable(),
  three_d_secure_status: z.string().nullable(),
  /** Set where it says that the payment was declined. */
  decline: z.enum(declineKinds).nullable(),
  card_brand: z.string().nullable(),
  card_last_4: z.string().nullable(),
  authenticity: z.enum(evidenceGrades),
  /** Its evidence is too weak, so it changed nothing. */
  quarantined: z.boolean(),
  /** It decides the state of its transaction. The others were overtaken. */
  decides: z.boolean(),
})
export type Source = z.output<typeof source>

export const paymentNote = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  by: z.string().nullable(),
  /** Empty after its customer was anonymised. */
  text: z.string(),
})
export type PaymentNote = z.output<typeof paymentNote>

export const paymentDetail = paymentItem.extend({
  /** Oldest first; the newest two hundred. */
  sources: z.array(source),
  /** The checkout it pays. `checkable`: the gateway may be asked for its state. */
  checkout: checkoutItem
    .pick({
      id: true,
      description: true,
      tracking_id: true,
      transaction_type: true,
      amount: true,
      currency: true,
      created_at: true,
      created_by: true,
      redirect_url: true,
      state: true,
      attempts_left: true,
      expires_at: true,
    })
    .extend({ checkable: z.boolean() })
    .nullable(),
  product: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  customers: z.array(z.object({ id: z.string(), name: z.string(), email: z.string().nullable() })),
  card: z.object({
    brand: z.string().nullable(),
    last_4: z.string().nullable(),
    issuer_country: z.string().nullable(),
    issuer_name: z.string().nullable(),
    /** Masked for roles that may not read personal data. */
    holder: z.string().nullable(),
    card_token_id: z.string().nullable(),
  }),
  /** References by which a customer, the provider or the bank may name it. */
  references: z.object({
    rrn: z.string().nullable(),
    auth_code: z.string().nullable(),
    ref_id: z.string().nullable(),
    bank_code: z.string().nullable(),
    billing_descriptor: z.string().nullable(),
    receipt_url: z.string().nullable(),
  }),
  /** Whether the gateway may be queried for it. */
  askable: z.boolean(),
  /** The payment in the provider's back office, if the shop knows its addresses. */
  provider_url: z.string().nullable(),
  /** Messages to the merchant's own addresses; null for roles that may not see them. */
  forwards: z
    .array(
      z.object({
        id: z.string(),
        endpoint: z.string(),
        state: z.string(),
        notification_id: z.string(),
        at: z.iso.datetime(),
      }),
    )
    .nullable(),
  notes: z.array(paymentNote),
})
export type PaymentDetail = z.output<typeof paymentDetail>

/** `tracking_failure`: why the query by tracking ID failed, as an error's code. The results by UID count. */
export const askedPayment = paymentDetail.extend({ tracking_failure: z.enum(problemCodes).nullable() })
export type AskedPayment = z.output<typeof askedPayment>
