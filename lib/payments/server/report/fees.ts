import 'server-only'
import { sql } from 'drizzle-orm'
import type { ShopContext } from '../../../core/server/context'
import type { PaymentReport } from '../../report'

/**
 * Adds up the fees of statements that were not taken back, by currency. Days are those of the statements' time zones. If
 * several statements have a transaction, the newest statement counts; a payment and its chargeback count each. Leaves out
 * rows that match nothing and have no UID, because such a row in two statements cannot be told from two rows. Leaves out
 * tests in a live shop.
 */
export async function feesOf(
  { engine, shop }: ShopContext,
  { from, to }: { from: string; to: string },
): Promise<PaymentReport['fees']> {
  const whereNoTest = shop.mode === 'live' ? sql`r.test IS NOT TRUE` : sql`true`
  const { rows } = await engine.db.execute<PaymentReport['fees'][number]>(sql`
    SELECT currency, count(*)::int AS rows, sum(fee)::text AS amount FROM (
      SELECT r.currency, r.fee, dense_rank() OVER (
        PARTITION BY coalesce(r.matched_uid, r.uid), r.type
        ORDER BY c.created_at DESC, c.id) AS age
      FROM reconciliation_rows r
      JOIN reconciliations c ON c.shop_id = r.shop_id AND c.id = r.reconciliation_id
      WHERE r.shop_id = ${shop.id} AND r.fee IS NOT NULL AND r.day BETWEEN ${from}::date AND ${to}::date
        AND coalesce(r.matched_uid, r.uid) IS NOT NULL AND r.result IN ('matched', 'differing', 'only_there') AND ${whereNoTest}
        AND c.state IN ('matched', 'recording', 'recorded')
    ) stated WHERE age = 1 GROUP BY currency ORDER BY currency`)
  return rows
}
