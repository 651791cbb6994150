import 'server-only'
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import type { Shop, ShopContext } from '../../core/server/context'
import type { Transaction } from '../../gateway/notifications/transaction'
import { transactionStates } from '../../payments/server/tables'
import { markOfToken } from './keep'
import { cardTokens, removedCardTokens, type CardTokenRow } from './tables'

type Context = Pick<ShopContext, 'engine'> & { shop: Pick<Shop, 'id'> }

type Brought = { token: string; transaction: Transaction; keptBy?: string }

/** Remembers card tokens that were deleted, by their keyed hashes. Call it in the transaction that deletes them. */
export async function rememberRemoved(
  tx: Database,
  shopId: string,
  removed: readonly Pick<CardTokenRow, 'mark'>[],
): Promise<void> {
  if (removed.length === 0) return
  const removedAt = new Date()
  await tx
    .insert(removedCardTokens)
    .values(removed.map(({ mark }) => ({ shopId, mark, removedAt })))
    .onConflictDoUpdate({
      target: [removedCardTokens.shopId, removedCardTokens.mark],
      set: { removedAt },
    })
}

/**
 * Leaves out card tokens that were removed after their transaction was reported: the gateway may deliver it again. Those
 * that are stored again, or that a person asks for (`keptBy`), are not left out. Call it after the transactions are
 * recorded.
 */
export async function withoutRemoved<One extends Brought>(
  tx: Database,
  context: Context,
  all: readonly One[],
): Promise<One[]> {
  if (all.length === 0) return []
  const marked = all.map((one) => ({
    one,
    mark: markOfToken(context, one.token).toString('hex'),
    uid: one.transaction.uid,
  }))
  const { rows } = await tx.execute<{ mark: string; uid: string }>(sql`
    SELECT given.mark, given.uid FROM json_to_recordset(${JSON.stringify(marked.map(({ mark, uid }) => ({ mark, uid })))}::json) AS given (mark text, uid text)
    JOIN ${removedCardTokens} r ON r.shop_id = ${context.shop.id} AND r.mark = decode(given.mark, 'hex')
    JOIN ${transactionStates} t ON t.shop_id = r.shop_id AND t.uid = given.uid
    WHERE coalesce(t.heard_at, t.received_at) <= r.removed_at
      AND NOT EXISTS (SELECT FROM ${cardTokens} c WHERE c.shop_id = r.shop_id AND c.mark = r.mark)`)
  const removed = new Set(rows.map(({ mark, uid }) => `${mark} ${uid}`))
  return marked.flatMap(({ one, mark, uid }) =>
    one.keptBy === undefined && removed.has(`${mark} ${uid}`) ? [] : one,
  )
}
