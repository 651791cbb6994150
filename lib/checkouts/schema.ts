/** Checkouts on our own API. Field names are the gateway's own; what is known only here is marked as local. */
import { z } from 'zod'
import { checkoutFields } from '../gateway/checkout'
import { isStorable } from '../gateway/values'
import { checkoutEvidence, checkoutStates } from './state'
import { authenticityGrades, checkoutLinks } from '../notifications/schema'
import { amountBound, day, listPage, listQuery, mark, someOf, sortedBy, yesOrNo } from '../core/list'
import { payment } from '../payments/schema'
import { paymentDifferences } from '../payments/state'
import { checkoutSortColumns, relevance, sortsOf, type SortOf } from '../core/paging'

const invalidChoice = { error: 'invalid_choice' }
const ourId = z.uuid('invalid')

/**
 * What makes a checkout: the body of endpoint 2, and beside it what is ours. `card_token_id` stands for the card token
 * with this ID here, which never leaves the server; `reissues`: the checkout it is made instead of.
 */
export const checkoutCreate = z.strictObject({
  checkout: checkoutFields,
  customer_id: z.string().min(1).max(100).refine(isStorable, 'invalid').optional(),
  card_token_id: ourId.optional(),
  reissues: ourId.optional(),
})
export type CheckoutCreate = z.output<typeof checkoutCreate>
export type CheckoutCreateInput = z.input<typeof checkoutCreate>

/** What narrows a list of checkouts. Amounts are minor units, and mean something beside a currency only; days are UTC. */
const checkoutFilters = {
  state: someOf(z.enum(checkoutStates, invalidChoice)).optional(),
  currency: someOf(z.string().regex(/^[A-Z]{3}$/, 'invalid_choice')).optional(),
  amount_from: amountBound.optional(),
  amount_to: amountBound.optional(),
  created_from: day.optional(),
  created_to: day.optional(),
  created_by: someOf(ourId).optional(),
  customer_id: z.string().max(100).refine(isStorable, 'invalid').optional(),
  test: yesOrNo.optional(),
  /** Those that an import made. */
  job: ourId.optional(),
}

type CheckoutSort = SortOf<typeof checkoutSortColumns>

/** With search text and no sort, the best matches come first. */
export const checkoutListQuery = listQuery(checkoutSortColumns, '-created_at')
  .extend({
    ...checkoutFilters,
    sort: z.enum([...sortsOf(checkoutSortColumns), relevance], invalidChoice).optional(),
  })
  .transform(sortedBy<CheckoutSort>('-created_at'))
export type CheckoutListQuery = z.output<typeof checkoutListQuery>

export const checkoutItem = z.object({
  /** Local. */
  id: z.string(),
  /** The payment token and where it is paid; null while it is not known whether there is one. */
  token: z.string().nullable(),
  redirect_url: z.string().nullable(),
  state: z.enum(checkoutStates),
  rests_on: z.enum(checkoutEvidence),
  state_at: z.iso.datetime(),
  /** What was paid, in minor units, and how it differs from what was asked for, where nobody accepted that. */
  paid_amount: z.int().nullable(),
  paid_currency: z.string().nullable(),
  difference: z.enum(paymentDifferences).nullable(),
  attempts: z.int(),
  attempts_left: z.int(),
  transaction_type: z.string(),
  /** Minor units. */
  amount: z.int(),
  currency: z.string(),
  description: z.string(),
  tracking_id: z.string().nullable(),
  /** Masked where `masked` says so. */
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
/** A checkout in a list; `marks` where something is searched for (in what is masked nowhere). */
export const checkoutListItem = checkoutItem.extend({
  marks: z.object({ description: marks, tracking_id: marks, email: marks, token: marks }).optional(),
})
export type CheckoutListItem = z.output<typeof checkoutListItem>

/** `alike`, `best`: as of every list that is searched (list.ts). */
export const checkoutPage = listPage(checkoutListItem).extend({
  alike: z.boolean(),
  best: z.int().nullable(),
})
export type CheckoutPage = z.output<typeof checkoutPage>

/** A transaction that was paid through it, as the newest notification of it with this evidence says. */
const checkoutTransaction = z.object({
  notification_id: z.string(),
  at: z.iso.datetime(),
  uid: z.string().nullable(),
  status: z.string().nullable(),
  type: z.string().nullable(),
  amount: z.int().nullable(),
  currency: z.string().nullable(),
  message: z.string().nullable(),
  card_brand: z.string().nullable(),
  card_last_4: z.string().nullable(),
  authenticity: z.enum(authenticityGrades),
  matched_by: z.enum(checkoutLinks),
})

/** A value of a tracking ID that is used elsewhere in the shop, and where. */
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
  /** What was sent, `{checkout: …}`; a card token as dots, and what is personal by role. */
  request: z.record(z.string(), z.unknown()),
  /** The card it was made with, where one was chosen. */
  card: z.object({ id: z.string(), brand: z.string().nullable(), last_4: z.string().nullable() }).nullable(),
  /** The payments through it, the latest first, and their transactions one by one. */
  payments: z.array(payment),
  transactions: z.array(checkoutTransaction),
  /** The checkout this was made instead of, and the one that was made instead of this. */
  reissues: z.string().nullable(),
  reissued_as: z.string().nullable(),
  /** Whether the gateway may be asked what became of it, and when it last was. */
  checkable: z.boolean(),
  checked_at: z.iso.datetime().nullable(),
})
export type CheckoutDetail = z.output<typeof checkoutDetail>

/**
 * What a person found out of one that is unconfirmed: it does not exist (`false`, and it is taken away), or it does,
 * with the payment page's address where it was found.
 */
export const checkoutSettle = z.strictObject({
  exists: z.boolean({ error: 'required' }),
  redirect_url: z.string().max(2000).optional(),
})
export type CheckoutSettle = z.output<typeof checkoutSettle>

/** Makes the same again. `even_so`: also where the old one may still be paid, or was. */
export const checkoutReissue = z.strictObject({ even_so: z.boolean().optional() })
export type CheckoutReissue = z.output<typeof checkoutReissue>

/** Who made checkouts, to narrow a list by. */
export const checkoutMakers = z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) })
export type CheckoutMakers = z.output<typeof checkoutMakers>
