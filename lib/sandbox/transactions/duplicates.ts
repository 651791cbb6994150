import 'server-only'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { invalidTokenization } from '../http/refusal'
import { transactions } from '../tables/transactions'
import type { CardDescription } from '../cards/describe'
import type { Outcome } from '../cards/test-cards'

type Asked = {
  shopId: number
  /** Of the card number. */
  stamp: string
  /** Minor units. */
  amount: number
  at: Date
}

/** Interface: “Limits”. */
const windowMilliseconds = 30_000

/**
 * The same amount and card number within 30 seconds after an earlier tokenization, whatever became of it
 * (docs/gateway.md#tokenization-request). What is refused is not written down, so it starts no new 30 seconds.
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

/** Until the transaction's end nobody else passes with the same: of several at once, one is the first. */
export async function lockDuplicates(tx: Database, { shopId, stamp, amount }: Asked): Promise<void> {
  const lock = `sandbox:duplicate:${shopId}:${stamp}:${amount}`
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`)
}

/** What asked for a transaction, and is told of its end in the same database transaction. */
export type Source =
  | { kind: 'product'; id: string }
  | { kind: 'checkout'; token: string }
  /** POST /transactions/tokenizations. */
  | { kind: 'tokenization' }

export type TransactionType = 'payment' | 'authorization' | 'charge' | 'tokenization'
export type TransactionStatus = 'incomplete' | 'successful' | 'failed'

/** `customer` of a transaction as the interface answers it; absent fields are null there. */
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

/** What is to be done with a card, whoever asks: the one input of `transactions/process.ts`. */
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
  /** Where the outcome is told; null: nobody is told. */
  notificationUrl: string | null
  /** Told beside it where a card token was issued (docs/gateway.md#settings: `card_notification_url`). */
  cardNotificationUrl?: string | null
  /** Who is asked before anything is processed; null: nobody. */
  verificationUrl: string | null
  /** Where the payer goes back to; status, uid and (of a payment token) token are appended later. */
  returnUrl: string | null
  /** Force wins over skip (docs/gateway.md#tokenization-request); `decide.ts` says when either counts. */
  threeDSecure: { skip: boolean; force: boolean }
  receiptText: string[]
  /** What a card token may be used for; a successful transaction with any makes one. */
  contract: string[]
  /** Beside receipt_text and contract in the answer's additional_data, such as product_id or vendor. */
  additionalData: Record<string, unknown>
  /** Parameters of the request that the answer repeats and that have no row of their own there. */
  repeated?: Record<string, unknown>
  payer: Payer | null
  billingAddress: BillingAddress | null
}

/** A card as far as anything after the first line of a handler may know it: no number, no CVC. */
export type PresentedCard = {
  description: CardDescription
  outcome: Outcome
  /** Code of the CVC check; null where no CVC was given. */
  cvc: string | null
  /** The token it was presented by, if it was. */
  token: string | null
}

/** How a transaction stands after it was processed, or after its challenge. */
export type Processed = {
  uid: string
  status: TransactionStatus
  message: string
  /** The `transaction` object of the interface, card token included. */
  transaction: Record<string, unknown>
  /** Where the payer has to go on: the 3-D Secure challenge, or the page of the result. */
  redirectUrl: string
}
