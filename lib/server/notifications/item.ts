import 'server-only'
import type { NotificationItem } from '../../contracts/notification'
import { may, type Role } from '../../contracts/permissions'
import { notifications } from '../tables/notifications'

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
}

/** s•••••@mail.example: enough to recognise, not to use. */
export function maskEmail(email: string): string {
  const [name = '', domain] = email.split('@')
  return domain === undefined ? '•••' : `${name.slice(0, 1)}•••@${domain}`
}

/** A notification as `role` may see it. What is not processed yet reads as unknown. */
export function toItem(
  row: Pick<typeof notifications.$inferSelect, keyof typeof itemColumns>,
  role: Role,
): NotificationItem {
  return {
    id: row.id,
    received_at: row.receivedAt.toISOString(),
    kind: row.kind ?? 'unknown',
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
  }
}
