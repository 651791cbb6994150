import type { NotificationDetail } from '@/lib/notifications/schema'

type Said = Pick<NotificationDetail, 'tracking_id' | 'amount' | 'currency' | 'description' | 'email'>

const limit = 3

/**
 * What is searched for to suggest what a notification is about: a checkout by the tracking ID, or by the amount where
 * there is none; a product by the description; a customer by the e-mail address. Null: it says nothing to go by.
 */
export function suggestedBy({ tracking_id: trackingId, amount, currency, description, email }: Said) {
  const byAmount =
    amount !== null && currency !== null
      ? { amount_from: amount, amount_to: amount, currency: [currency], limit }
      : null
  return {
    checkout: trackingId ? { q: trackingId, limit } : byAmount,
    product: description ? { q: description, limit } : null,
    // A search for a masked address finds nothing.
    customer: email && !/[*•]/.test(email) ? { q: email, limit } : null,
  }
}
