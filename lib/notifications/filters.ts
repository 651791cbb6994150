import { amount, choices, currencies, day, flag, id, rare, text, texts } from '../core/lists/filters'
import { describeList } from '../core/lists/paging'

/**
 * Evidence, weakest first: none; a source in one of the shop's networks, if the shop accepts that; matching Basic
 * credentials; the gateway's answer to our query; a verified signature. Only `unverified` notifications change nothing.
 */
export const authenticityGrades = ['unverified', 'network', 'credentials', 'answer', 'signature'] as const
export type Authenticity = (typeof authenticityGrades)[number]

/** `verification`: a verification request, already answered. */
export const notificationKinds = [
  'transaction',
  'expired_checkout',
  'verification',
  'unknown',
  'unreadable',
] as const

/**
 * Statuses and types are free text, because the gateway may send unknown ones. Amounts need a currency. Days are those
 * of the shop's time zone, else of UTC.
 * `linked`: has a checkout, a product or a customer.
 */
export const notificationList = describeList({
  sortColumns: ['received_at'],
  defaultSort: '-received_at',
  search: 'sorted',
  filters: {
    received_from: day,
    received_to: day,
    amount_from: amount,
    amount_to: amount,
    status: texts(),
    type: texts(),
    authenticity: choices(authenticityGrades),
    kind: rare(choices(notificationKinds)),
    currency: rare(currencies),
    linked: rare(flag),
    test: rare(flag),
    uid: text(255),
    product_id: text(),
    checkout_id: id,
    customer_id: text(),
  },
})
