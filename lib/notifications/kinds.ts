/** Kinds and evidence of notifications without the schemas, which the browser's lists do not need. */

/**
 * Evidence, weakest first: none; a source in one of the shop's networks, if the shop accepts that; matching Basic
 * credentials; the gateway's answer to a question of ours; a verified signature. Only `unverified` notifications change nothing (architecture: “Evidence, not
 * belief”).
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
