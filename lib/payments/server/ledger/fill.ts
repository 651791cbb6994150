import 'server-only'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Engine } from '../../../db/engine'
import { lockLedger } from './ledger'
import { oncePerShop } from './once-per-shop'
import { filledPayments } from '../tables'

/** Payments per transaction. Processing of new notifications waits for each batch. */
const batchRows = 2000

const fillBatch = ({ db }: Engine, shopId: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    await lockLedger(tx, shopId)
    const whereShop = eq(filledPayments.shopId, shopId)
    await tx.insert(filledPayments).values({ shopId }).onConflictDoNothing()
    const [place] = await tx
      .select()
      .from(filledPayments)
      .where(and(whereShop, isNull(filledPayments.doneAt)))
      .for('update')
    if (!place) return true
    const first = (column: string) =>
      sql.raw(
        `(array_agg(t.${column} ORDER BY t.uid = b.uid DESC, t.at, t.uid) FILTER (WHERE t.${column} IS NOT NULL))[1] AS ${column}`,
      )
    const { rows } = await tx.execute<{ count: number; last: string | null }>(sql`
      WITH batch AS (
        SELECT p.uid FROM payments p WHERE p.shop_id = ${shopId} AND p.uid > ${place.after}
        ORDER BY p.uid LIMIT ${batchRows}
      ), cards AS (
        SELECT b.uid, ${first('card_brand')}, ${first('card_country')} FROM batch b
        JOIN transaction_states t ON t.shop_id = ${shopId} AND t.root_uid = b.uid GROUP BY b.uid
      ), filled AS (
        UPDATE payments p SET card_brand = c.card_brand, card_country = c.card_country
        FROM cards c WHERE p.shop_id = ${shopId} AND p.uid = c.uid
          AND (p.card_brand IS DISTINCT FROM c.card_brand OR p.card_country IS DISTINCT FROM c.card_country)
      )
      SELECT count(*)::int AS count, max(uid) AS last FROM batch`)
    const { count = 0, last = null } = rows[0] ?? {}
    const isLast = count < batchRows
    await tx
      .update(filledPayments)
      .set({ after: last ?? place.after, doneAt: isLast ? sql`now()` : null })
      .where(whereShop)
    return isLast
  })

/** Gives payments of an earlier release their later columns. Filling one again changes nothing. */
export const { start: startFilling, run: fillPayments } = oncePerShop({
  queue: 'payments.fill',
  places: filledPayments,
  batch: fillBatch,
})
