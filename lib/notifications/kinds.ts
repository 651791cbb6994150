/** What notifications are, without the schemas, which the browser's lists do not need. */

/**
 * Evidence for a notification, weakest first: nothing that holds; it came from one of the shop's networks, and the shop
 * decided that this is enough; matching Basic credentials; a verified signature. All but the first change something
 * (architecture: “Evidence, not belief”).
 */
export const authenticityGrades = ['unverified', 'network', 'credentials', 'signature'] as const
export type Authenticity = (typeof authenticityGrades)[number]

/** `verification`: asks whether a payment may go on, and was answered. */
export const notificationKinds = [
  'transaction',
  'expired_checkout',
  'verification',
  'unknown',
  'unreadable',
] as const
