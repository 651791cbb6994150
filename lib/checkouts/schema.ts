/** Checkouts on our own API. Field names are the gateway's. Fields that only we have are marked as local. */
import { z } from 'zod'
import { listPage, listQuery, mark, withDefaultSort, withSimilar } from '../core/lists/list'
import { checkoutFields } from '../gateway/checkouts/checkout'
import { isStorable } from '../gateway/values/storable'
import { checkoutLinks } from '../notifications/schema'
import { evidenceGrades } from '../payments/evidence'
import { payment } from '../payments/schema'
import { paymentDifferences } from '../payments/state'
import { checkoutEvidence, checkoutStates } from './state'
import { checkoutList } from './filters'

const ourId = z.uuid('invalid')

/** The largest value of the column. The interface states no limit. */
const maxAttempts = 2_147_483_647

/**
 * The body of endpoint 2, plus local fields. `card_token_id` is our ID of a card token, which itself never leaves the
 * server. `reissues`: the checkout that this one replaces.
 */
export const checkoutCreate = z.strictObject({
  checkout: checkoutFields.refine(({ attempts = 1 }) => attempts <= maxAttempts, {
    path: ['attempts'],
    message: 'too_big',
  }),
  customer_id: z.string().min(1).max(100).refine(isStorable, 'invalid').optional(),
  card_token_id: ourId.optional(),
  reissues: ourId.optional(),
})
export type CheckoutCreate = z.output<typeof checkoutCreate>
export type CheckoutCreateInput = z.input<typeof checkoutCreate>

/** Whether the link would have expired before anyone could pay. A checkout's expiry cannot be changed later. */
export const hasPassed = ({ checkout: { order } }: CheckoutCreate): boolean =>
  order.expired_at !== undefined && Date.parse(order.expired_at) <= Date.now()

/** With search text and no sort, the best matches come first. */
export const checkoutListQuery = listQuery(checkoutList).transform(withDefaultSort(checkoutList))
export type CheckoutListQuery = z.output<typeof checkoutListQuery>
export const checkoutSearchQuery = listQuery(checkoutList)
  .extend(withSimilar)
  .transform(withDefaultSort(checkoutList))

export const checkoutItem = z.object({
  /** Local. */
  id: z.string(),
  /** Payment token and payment page. Null while the checkout is unconfirmed. */
  token: z.string().nullable(),
  redirect_url: z.string().nullable(),
  state: z.enum(checkoutStates),
  rests_on: z.enum(checkoutEvidence),
  state_at: z.iso.datetime(),
  /** The amount paid, in minor units. `difference`: from the amount asked for, unless someone accepted it. */
  paid_amount: z.int().nullable(),
  paid_currency: z.string().nullable(),
  difference: z.enum(paymentDifferences).nullable(),
  attempts: z.int(),
  attempts_left: z.int(),
  transaction_type: z.string(),
  amount: z.int(),
  currency: z.string(),
  description: z.string(),
  tracking_id: z.string().nullable(),
  email: z.string().nullable(),
  masked: z.boolean(),
  customer_id: z.string().nullable(),
  test: z.boolean(),
  expires_at: z.iso.datetime(),
  created_at: z.iso.datetime(),
  created_by: z.string().nullable(),
  created_by_id: z.string(),
})
export type CheckoutItem = z.output<typeof checkoutItem>

const marks = z.array(mark)
/** A checkout in a list. `marks`: positions of search matches. Only in search results, and never in masked values. */
export const checkoutListItem = checkoutItem.extend({
  marks: z.object({ description: marks, tracking_id: marks, email: marks, token: marks }).optional(),
})
export type CheckoutListItem = z.output<typeof checkoutListItem>

/** `alike` and `best` as in every searched list (list.ts). */
export const checkoutPage = listPage(checkoutListItem).extend({
  alike: z.boolean(),
  best: z.int().nullable(),
})
export type CheckoutPage = z.output<typeof checkoutPage>

/** The values come from the transaction's newest notification with this evidence. */
const checkoutTransaction = z.object({
  /** Null: it rests on the provider's statement. */
  notification_id: z.string().nullable(),
  at: z.iso.datetime(),
  uid: z.string().nullable(),
  status: z.string().nullable(),
  type: z.string().nullable(),
  amount: z.int().nullable(),
  currency: z.string().nullable(),
  message: z.string().nullable(),
  card_brand: z.string().nullable(),
  card_last_4: z.string().nullable(),
  authenticity: z.enum(evidenceGrades),
  matched_by: z.enum(checkoutLinks),
})

export const trackingUse = z.object({
  tracking_id: z.string(),
  kind: z.enum(['checkout', 'notification']),
  id: z.string(),
  description: z.string().nullable(),
  amount: z.int().nullable(),
  currency: z.string().nullable(),
  at: z.iso.datetime(),
})
export type TrackingUse = z.output<typeof trackingUse>

export const trackingUses = z.object({ items: z.array(trackingUse) })
export type TrackingUses = z.output<typeof trackingUses>
export const trackingQuery = z.strictObject({
  tracking_id: z.string().min(1).max(255).refine(isStorable, 'invalid'),
})

export const checkoutDetail = checkoutItem.extend({
  /** As sent, `{checkout: …}`. Card tokens are masked, personal data by role. */
  request: z.record(z.string(), z.unknown()),
  card: z.object({ id: z.string(), brand: z.string().nullable(), last_4: z.string().nullable() }).nullable(),
  /** The checkout's payments, newest first, and their single transactions. */
  payments: z.array(payment),
  transactions: z.array(checkoutTransaction),
  /** The checkout that this one replaces, and the one that replaces it. */
  reissues: z.string().nullable(),
  reissued_as: z.string().nullable(),
  /** Whether the gateway may be asked for the state, and when it last was. */
  checkable: z.boolean(),
  checked_at: z.iso.datetime().nullable(),
})
export type CheckoutDetail = z.output<typeof checkoutDetail>

/** What a person found about an unconfirmed checkout. `exists: false` deletes it. `redirect_url`: its page. */
export const checkoutSettle = z.strictObject({
  exists: z.boolean({ error: 'required' }),
  redirect_url: z.string().max(2000).optional(),
})
export type CheckoutSettle = z.output<typeof checkoutSettle>

/** `even_so`: even if the old checkout was paid or may still be paid. */
export const checkoutReissue = z.strictObject({ even_so: z.boolean().optional() })
export type CheckoutReissue = z.output<typeof checkoutReissue>

export const checkoutMakers = z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) })
export type CheckoutMakers = z.output<typeof checkoutMakers>
