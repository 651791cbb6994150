import 'server-only'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { invalidTokenization } from '../http/refusal'
import { transactions } from '../tables/payments'
import type { CardDescription } from '../cards/describe'
import type { Outcome } from '../cards/test-cards'

type Asked = {
  shopId: number
  /** Keyed hash of the card number. */
  stamp: string
  /** Minor units. */
  amount: number
  at: Date
}

/** See docs/gateway.md#limits. */
const windowMilliseconds = 30_000

/**
 * Refuses the same amount and card number within 30 seconds of an earlier tokenization, regardless of its outcome
 * (docs/gateway.md#tokenization-request). A refused request is not stored and does not restart the 30 seconds.
 * @throws Refusal 422 (the status is inferred, the text documented).
 */
export async function refuseDuplicate(db: Database, { shopId, stamp, amount, at }: Asked): Promise<void> {
  const [earlier] = await db
    .select({ uid: transactions.uid })
    .from(transactions)
    .where(
      and(
        eq(transactions.shopId, shopId),
        eq(transactions.stamp, stamp),
        eq(transactions.amount, amount),
        eq(transactions.type, 'tokenization'),
        isNull(transactions.checkoutToken),
        gt(transactions.createdAt, new Date(at.getTime() - windowMilliseconds)),
      ),
    )
    .limit(1)
  if (earlier) throw invalidTokenization({ base: ['Duplicate transaction'] })
}

/** Serialises requests with the same shop, card and amount until the database transaction ends. */
export async function lockDuplicates(tx: Database, { shopId, stamp, amount }: Asked): Promise<void> {
  const lock = `sandbox:duplicate:${shopId}:${stamp}:${amount}`
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`)
}

/** The cause of a transaction. It is updated in the database transaction that stores the outcome. */
export type Source =
  { kind: 'product'; id: string } | { kind: 'checkout'; token: string } | { kind: 'tokenization' }

export type TransactionType = 'payment' | 'authorization' | 'charge' | 'tokenization'
export type TransactionStatus = 'incomplete' | 'successful' | 'failed'

/** `customer` of a transaction in the API's response, where absent fields are null. */
export type Payer = {
  ip?: string
  email?: string
  device_id?: string
  birth_date?: string
  taxpayer_id?: string
  external_id?: string
}

export type BillingAddress = Partial<
  Record<'first_name' | 'last_name' | 'address' | 'country' | 'city' | 'zip' | 'state' | 'phone', string>
>

/** A transaction to make with a card: the input of `transactions/process.ts`. */
export type Order = {
  source: Source
  type: TransactionType
  /** Minor units. */
  amount: number
  currency: string
  description: string
  /** As sent; may hold several values between semicolons. */
  trackingId: string | null
  language: string
  test: boolean
  billingDescriptor: string | null
  /** Null: no notification. */
  notificationUrl: string | null
  /** Also notified when a card token is issued (docs/gateway.md#settings: `card_notification_url`). */
  cardNotificationUrl?: string | null
  /** Receives the verification request before processing; null: none. */
  verificationUrl: string | null
  /** Return address of the payer. Status, uid and, for a payment token, token are appended later. */
  returnUrl: string | null
  /** Force wins over skip (docs/gateway.md#tokenization-request); `decide.ts` says when either counts. */
  threeDSecure: { skip: boolean; force: boolean }
  receiptText: string[]
  /** Permitted uses of a card token; a successful transaction with any creates one. */
  contract: string[]
  /** Other fields of the response's additional_data, such as product_id or vendor. */
  additionalData: Record<string, unknown>
  /** Request parameters that the response repeats and that have no row of their own in it. */
  repeated?: Record<string, unknown>
  payer: Payer | null
  billingAddress: BillingAddress | null
}

/** A presented card without number or CVC. Only the first lines of a handler know those. */
export type PresentedCard = {
  description: CardDescription
  outcome: Outcome
  /** Result code of the CVC check; null if no CVC was given. */
  cvc: string | null
  /** The token that presented the card, if any. */
  token: string | null
}

export type Processed = {
  uid: string
  status: TransactionStatus
  message: string
  /** The API's `transaction` object, card token included. */
  transaction: Record<string, unknown>
  /** The payer's next page: the 3-D Secure challenge or the result page. */
  redirectUrl: string
}
