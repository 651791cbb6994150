import 'server-only'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { transactionStates } from '../../payments/server/tables'
import { cardTokens, removedCardTokens, type CardTokenRow } from './tables'

type Marked = Pick<CardTokenRow, 'mark'>

/** Remembers card tokens that were deleted, by their keyed hashes. Call it in the transaction that deletes them. */
export async function rememberRemoved(
  tx: Database,
  shopId: string,
  removed: readonly Marked[],
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

/** Locks the stored card tokens with these marks, in the order of their IDs. */
export async function lockStored(
  tx: Database,
  shopId: string,
  marked: readonly Marked[],
): Promise<CardTokenRow[]> {
  const marks = marked.map(({ mark }) => mark)
  return tx
    .select()
    .from(cardTokens)
    .where(and(eq(cardTokens.shopId, shopId), inArray(cardTokens.mark, marks)))
    .orderBy(cardTokens.id)
    .for('update')
}

/**
 * Returns the IDs of the rows that must not be stored again: a notification brings them, and the card token was removed
 * after its transaction was first reported. A row that a person keeps by hand is never among them. Call it after the
 * transactions are recorded. Locks stored card tokens.
 */
export async function removedAmong(
  tx: Database,
  shopId: string,
  all: readonly CardTokenRow[],
): Promise<Set<string>> {
  const brought = all.filter(({ source, createdBy }) => source === 'notification' && createdBy === null)
  if (brought.length === 0) return new Set()
  // Waits until a removal that another transaction has begun is committed. The next statement then sees it.
  const stored = await lockStored(tx, shopId, brought)
  const known = new Set(stored.map(({ mark }) => mark.toString('hex')))
  const given = brought
    .map(({ id, mark, uid }) => ({ id, mark: mark.toString('hex'), uid }))
    .filter(({ mark }) => !known.has(mark))
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT given.id FROM json_to_recordset(${JSON.stringify(given)}::json) AS given (id text, mark text, uid text)
    JOIN ${removedCardTokens} r ON r.shop_id = ${shopId} AND r.mark = decode(given.mark, 'hex')
    JOIN ${transactionStates} t ON t.shop_id = r.shop_id AND t.uid = given.uid
    WHERE coalesce(t.heard_at, t.received_at) <= r.removed_at`)
  return new Set(rows.map(({ id }) => id))
}
