import type { TimelineEntry } from '@/lib/contracts/customer'

export type PaymentEntry = Extract<TimelineEntry, { kind: 'payment' }>

/** What a notification tells of a payment: done, failed, or neither; one without evidence tells nothing. */
export type Outcome = 'done' | 'failed' | 'other' | 'unverified'

export function outcomeOf({ authenticity, status }: Pick<PaymentEntry, 'authenticity' | 'status'>): Outcome {
  if (authenticity === 'unverified') return 'unverified'
  if (status === 'successful') return 'done'
  return status === 'failed' || status === 'error' ? 'failed' : 'other'
}

/** What was done, by the gateway's types of transaction; others are called as the gateway calls them. */
const deeds = {
  payment: 'paid',
  charge: 'paid',
  capture: 'captured',
  authorization: 'authorised',
  refund: 'refunded',
  void: 'voided',
  tokenization: 'cardKept',
} as const
type Deed = (typeof deeds)[keyof typeof deeds]

const isKnown = (type: string | null): type is keyof typeof deeds =>
  type !== null && Object.hasOwn(deeds, type)

/** The word for a transaction of this type that succeeded; null: there is none. */
export const deedOf = (type: string | null): Deed | null => (isKnown(type) ? deeds[type] : null)
