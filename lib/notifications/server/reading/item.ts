import 'server-only'
import { sql } from 'drizzle-orm'
import type { NotificationItem } from '../../schema'
import type { PaymentDifference } from '../../../payments/state'
import { may, type Rights } from '../../../core/permissions'
import { maskEmail, maskFor } from '../../../core/server/search/contacts-in-text'
import { notifications, type NotificationRow } from '../tables'

/** The deliveries of a notification and of its duplicates. */
const allDeliveries = sql<number>`(notifications.delivery_count + coalesce((
  SELECT sum(d.delivery_count) FROM notifications d
  WHERE d.shop_id = notifications.shop_id AND d.duplicate_of = notifications.id), 0))::int`

/** Whether another notification of the same transaction, type and status has another amount or currency. */
const amountsDiffer = sql<boolean>`(notifications.uid IS NOT NULL AND notifications.authenticity <> 'unverified' AND EXISTS (
  SELECT 1 FROM notifications o
  WHERE o.shop_id = notifications.shop_id AND o.uid = notifications.uid AND o.id <> notifications.id
    AND o.duplicate_of IS NULL AND o.authenticity <> 'unverified' AND o.kind = notifications.kind
    AND o.status IS NOT DISTINCT FROM notifications.status AND o.type IS NOT DISTINCT FROM notifications.type
    AND (o.amount IS DISTINCT FROM notifications.amount OR o.currency IS DISTINCT FROM notifications.currency)))`

const difference = sql<PaymentDifference | null>`(CASE WHEN notifications.authenticity <> 'unverified' THEN (
  SELECT p.difference FROM payments p
  WHERE p.shop_id = notifications.shop_id AND p.uid = notifications.uid AND p.state = 'differs') END)`

export const workedOutColumns = { isAmountDifferent: amountsDiffer, difference }

export type WorkedOut = { isAmountDifferent: boolean; difference: PaymentDifference | null }

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
  ...workedOutColumns,
  answer: notifications.answer,
}

/**
 * Returns a notification as a person with these rights may see it. Until it is processed, its kind is `unknown` and
 * `worked_out` is false.
 */
export function toItem(
  row: Pick<NotificationRow, Exclude<keyof typeof itemColumns, keyof WorkedOut>> & WorkedOut,
  rights: Rights,
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
    ...maskFor(rights, { description: row.description, tracking_id: row.trackingId }),
    email: row.email === null || may(rights, 'personal_data.read') ? row.email : maskEmail(row.email),
    card_brand: row.cardBrand,
    card_last_4: row.cardLast4,
    test: row.test,
    product_id: row.productId,
    product_link: row.productLink,
    hook: row.hook,
    checkout_id: row.checkoutId,
    has_card_number: row.hasCardNumber,
    delivery_count: row.deliveryCount,
    amounts_differ: row.isAmountDifferent,
    difference: row.difference,
    accepted: row.answer === null ? null : row.answer.code === 0,
  }
}
