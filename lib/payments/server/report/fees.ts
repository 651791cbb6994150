import 'server-only'
import { sql, type SQL } from 'drizzle-orm'
import type { ShopContext } from '../../../core/server/context'
import type { PaymentReport } from '../../report'

/**
 * Adds up the fees of statements that were not taken back, by currency. Days are those of the statements' time zones. If
 * several statements have a transaction, the newest statement counts, even where it names another day; a payment and its
 * chargeback count each. Leaves out rows that match nothing and have no UID, because such a row in two statements cannot
 * be told from two rows. Leaves out tests in a live shop.
 */
export async function feesOf(
  { engine, shop }: ShopContext,
  { from, to }: { from: string; to: string },
): Promise<PaymentReport['fees']> {
  const whereCounted = (
    row: SQL,
    statement: SQL,
  ) => sql`${row}.shop_id = ${shop.id} AND ${row}.fee IS NOT NULL
    AND coalesce(${row}.matched_uid, ${row}.uid) IS NOT NULL AND ${row}.result IN ('matched', 'differing', 'only_there')
    AND ${shop.mode === 'live' ? sql`${row}.test IS NOT TRUE` : sql`true`}
    AND ${statement}.state IN ('matched', 'recording', 'recorded')`
  const { rows } = await engine.db.execute<PaymentReport['fees'][number]>(sql`
    SELECT r.currency, count(*)::int AS rows, sum(r.fee)::text AS amount
    FROM reconciliation_rows r
    JOIN reconciliations c ON c.shop_id = r.shop_id AND c.id = r.reconciliation_id
    WHERE ${whereCounted(sql`r`, sql`c`)} AND r.day BETWEEN ${from}::date AND ${to}::date
      AND NOT EXISTS (
        SELECT FROM reconciliation_rows other
        JOIN reconciliations newer ON newer.shop_id = other.shop_id AND newer.id = other.reconciliation_id
        WHERE ${whereCounted(sql`other`, sql`newer`)}
          AND coalesce(other.matched_uid, other.uid) = coalesce(r.matched_uid, r.uid)
          AND other.type IS NOT DISTINCT FROM r.type
          AND (newer.created_at, newer.id) > (c.created_at, c.id))
    GROUP BY r.currency ORDER BY r.currency`)
  return rows
}
