import 'server-only'
import { and, desc, eq, ne } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { notifications } from '../../notifications/server/tables'
import { payments, type PaymentRow } from '../../payments/server/tables'
import type { Expiry } from './state'

/** The payments that were made through a checkout, the latest first. */
export const paymentsOf = (db: Database, shopId: string, checkoutId: string): Promise<PaymentRow[]> =>
  db
    .select()
    .from(payments)
    .where(and(eq(payments.shopId, shopId), eq(payments.checkoutId, checkoutId)))
    .orderBy(desc(payments.at), desc(payments.uid))

/** What the gateway said of its end, with evidence. */
export async function expiriesOf(db: Database, shopId: string, checkoutId: string): Promise<Expiry[]> {
  const rows = await db
    .select({
      evidence: notifications.authenticity,
      saidAt: notifications.transactionAt,
      receivedAt: notifications.receivedAt,
    })
    .from(notifications)
    .where(
      and(
        eq(notifications.shopId, shopId),
        eq(notifications.checkoutId, checkoutId),
        eq(notifications.kind, 'expired_checkout'),
        ne(notifications.authenticity, 'unverified'),
      ),
    )
    .limit(100)
  return rows.map(({ evidence, saidAt, receivedAt }) => ({ evidence, at: saidAt ?? receivedAt }))
}
