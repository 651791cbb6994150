import 'server-only'
import { sql } from 'drizzle-orm'
import type { CheckoutTransaction } from '../../contracts/checkout'
import type { Database } from '../../db/database'
import type { Told } from './state'

type Row = Omit<CheckoutTransaction, 'at' | 'authenticity'> & {
  kind: Told['kind']
  at: string
  authenticity: Told['evidence']
}

/**
 * What is told of a checkout by notifications with evidence: of each transaction the one that counts, which is the
 * newest that says something final, or else the newest (architecture: “Evidence, not belief”). The latest first.
 */
export async function toldOf(db: Database, shopId: string, checkoutId: string): Promise<Row[]> {
  const { rows } = await db.execute<Row>(sql`
    SELECT * FROM (
      SELECT DISTINCT ON (coalesce(uid, id::text) COLLATE "C")
        id::text AS notification_id, kind, uid, status, type, amount, currency, message, card_brand, card_last_4,
        authenticity, checkout_link AS matched_by,
        to_char(coalesce(transaction_at, received_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at
      FROM notifications
      WHERE shop_id = ${shopId} AND checkout_id = ${checkoutId} AND authenticity <> 'unverified'
        AND kind IN ('transaction', 'expired_checkout')
      ORDER BY coalesce(uid, id::text) COLLATE "C", coalesce(status NOT IN ('successful', 'completed', 'failed', 'error', 'expired', 'deleted'), true),
        coalesce(transaction_at, received_at) DESC, received_at DESC, id DESC
    ) newest ORDER BY at DESC, notification_id DESC`)
  return rows
}

/** The same, as what became of the checkout is worked out of it. */
export const asTold = ({ kind, status, type, authenticity, at, matched_by: by }: Row): Told => ({
  kind,
  isFollower: by === 'parent',
  status,
  type,
  evidence: authenticity,
  at: new Date(at),
})
