import 'server-only'
import { sql } from 'drizzle-orm'
import type { NotificationItem } from '../../contracts/notification'
import { may, type Role } from '../../contracts/permissions'
import { notifications } from '../tables/notifications'

/** Those of its bytes, and of the others that are further deliveries of it. */
const allDeliveries = sql<number>`(notifications.delivery_count + coalesce((
  SELECT sum(d.delivery_count) FROM notifications d
  WHERE d.shop_id = notifications.shop_id AND d.duplicate_of = notifications.id), 0))::int`

/** The columns a list shows. */
export const itemColumns = {
  id: notifications.id,
  receivedAt: notifications.receivedAt,
  kind: notifications.kind,
  authenticity: notifications.authenticity,
  status: notifications.status,
  type: notifications.type,
  uid: notifications.uid,
  amount: notifications.amount,
  currency: notifications.currency,
  description: notifications.description,
  trackingId: notifications.trackingId,
  email: notifications.email,
  cardBrand: notifications.cardBrand,
  cardLast4: notifications.cardLast4,
  test: notifications.test,
  productId: notifications.productId,
  productLink: notifications.productLink,
  hook: notifications.hook,
  checkoutId: notifications.checkoutId,
  hasCardNumber: notifications.hasCardNumber,
  deliveryCount: allDeliveries,
  answer: notifications.answer,
}

/** s•••••@mail.example: enough to recognise, not to use. */
export function maskEmail(email: string): string {
  const [name = '', domain] = email.split('@')
  return domain === undefined ? '•••' : `${name.slice(0, 1)}•••@${domain}`
}

/**
 * A notification as `role` may see it. What was never worked out reads as unknown, and says that it was not; what is
 * worked out again (replay.ts) still reads as it did.
 */
export function toItem(
  row: Pick<typeof notifications.$inferSelect, keyof typeof itemColumns>,
  role: Role,
): NotificationItem {
  return {
    id: row.id,
    received_at: row.receivedAt.toISOString(),
    kind: row.kind ?? 'unknown',
    worked_out: row.kind !== null,
    authenticity: row.authenticity,
    quarantined: row.authenticity === 'unverified',
    status: row.status,
    type: row.type,
    uid: row.uid,
    amount: row.amount,
    currency: row.currency,
    description: row.description,
    tracking_id: row.trackingId,
    email: row.email === null || may(role, 'personal_data.read') ? row.email : maskEmail(row.email),
    card_brand: row.cardBrand,
    card_last_4: row.cardLast4,
    test: row.test,
    product_id: row.productId,
    product_link: row.productLink,
    hook: row.hook,
    checkout_id: row.checkoutId,
    has_card_number: row.hasCardNumber,
    delivery_count: row.deliveryCount,
    accepted: row.answer === null ? null : row.answer.code === 0,
  }
}
