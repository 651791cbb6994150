import 'server-only'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { invalidTokenization } from '../http/invalid'
import { transactions } from '../tables/transactions'

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
