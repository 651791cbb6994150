/** Notifications on our own API: what arrived, what it says, and how far it can be believed. */
import { z } from 'zod'
import { isStorable } from '../gateway/values'
import { amountBound, day, listPage, listQuery, mark, someOf, yesOrNo } from '../core/list'
import { authenticityGrades, notificationKinds } from './kinds'
import { notificationSortColumns } from '../core/paging'
import { paymentDifferences } from '../payments/state'

export { type Authenticity, authenticityGrades, notificationKinds } from './kinds'

export const signatureVerdicts = ['verified', 'failed', 'absent', 'no_key'] as const
export const credentialVerdicts = ['matched', 'failed', 'absent'] as const
/** `any`: the shop names no networks. What came from outside those it names is never believed. */
export const networkVerdicts = ['allowed', 'outside', 'any'] as const

/** Which of the shop's two addresses it was posted to. */
export const notificationHooks = ['notification', 'verification'] as const

/**
 * `product_link`: how a notification was tied to a product: by an ID found in it (`id`), because name, amount and
 * currency match exactly one product (`likely`, shown as such), as the transaction is that it refers to (`parent`), or by
 * a person (`hand`).
 */
export const productLinks = ['id', 'likely', 'parent', 'hand'] as const

/**
 * How one was tied to a checkout: by the payment token it names, by the tracking ID with amount and currency, by the
 * transaction that it refers to (`parent`: a refund, a chargeback), or by a person.
 */
export const checkoutLinks = ['payment_token', 'tracking_id', 'parent', 'hand'] as const

const invalidChoice = { error: 'invalid_choice' }
const said = z.string().min(1).max(100).refine(isStorable, 'invalid')

/**
 * What narrows a list of notifications. Statuses and types are what the gateway says, of which more may come than
 * anybody knows. Amounts mean something beside a currency only; days are UTC. `linked`: whether it is known what it is
 * about (a checkout, a product or a customer).
 */
const notificationFilters = {
  kind: someOf(z.enum(notificationKinds, invalidChoice)).optional(),
  status: someOf(said).optional(),
  type: someOf(said).optional(),
  currency: someOf(z.string().regex(/^[A-Z]{3}$/, 'invalid_choice')).optional(),
  amount_from: amountBound.optional(),
  amount_to: amountBound.optional(),
  received_from: day.optional(),
  received_to: day.optional(),
  authenticity: someOf(z.enum(authenticityGrades, invalidChoice)).optional(),
  linked: yesOrNo.optional(),
  test: yesOrNo.optional(),
  uid: z.string().max(255).refine(isStorable, 'invalid').optional(),
  product_id: said.optional(),
  checkout_id: z.uuid('invalid').optional(),
  customer_id: said.optional(),
}

export const notificationListQuery = listQuery(notificationSortColumns, '-received_at').extend(
  notificationFilters,
)
export type NotificationListQuery = z.output<typeof notificationListQuery>

/** `similar_name`: sounds like the word or differs by about a letter; `near_amount`: within a twentieth of a whole amount. */
const foundBy = ['email', 'phone', 'name', 'similar_name', 'card', 'amount', 'near_amount'] as const

export const notificationItem = z.object({
  id: z.string(),
  received_at: z.iso.datetime(),
  hook: z.enum(notificationHooks),
  kind: z.enum(notificationKinds),
  /** False: it is stored, and nobody has read yet what it says; until then its kind is `unknown`. */
  worked_out: z.boolean(),
  authenticity: z.enum(authenticityGrades),
  /** Kept apart: no evidence holds, so that it changed nothing. */
  quarantined: z.boolean(),
  status: z.string().nullable(),
  type: z.string().nullable(),
  uid: z.string().nullable(),
  amount: z.int().nullable(),
  currency: z.string().nullable(),
  description: z.string().nullable(),
  tracking_id: z.string().nullable(),
  /** Masked for roles that may not read personal data. */
  email: z.string().nullable(),
  card_brand: z.string().nullable(),
  card_last_4: z.string().nullable(),
  test: z.boolean().nullable(),
  product_id: z.string().nullable(),
  product_link: z.enum(productLinks).nullable(),
  checkout_id: z.string().nullable(),
  /** A full card number stood in it, which no gateway should send; it is stored without. */
  has_card_number: z.boolean(),
  /** How often it arrived: as often as the same bytes, or the same status of the same transaction, did. */
  delivery_count: z.int(),
  /** Another notification with evidence says another amount or currency of the same transaction, with the same status. */
  amounts_differ: z.boolean(),
  /** How the payment differs from what was asked for, where nobody accepted that (lib/payments/schema.ts). */
  difference: z.enum(paymentDifferences).nullable(),
  /** Of a verification request: whether the payment was let on. */
  accepted: z.boolean().nullable(),
  /** Where the texts of a list have what was searched for; absent where nothing was. */
  marks: z
    .object({
      description: z.array(mark),
      tracking_id: z.array(mark),
      uid: z.array(mark),
      type: z.array(mark),
      status: z.array(mark),
      email: z.array(mark),
    })
    .optional(),
  /** A value of the payload that has of it what none of these has; masked as the payload is. */
  found: z
    .object({ path: z.array(z.union([z.string(), z.int()])), text: z.string(), marks: z.array(mark) })
    .optional(),
  /** By what else each word of a search was found, where the texts above do not show it; what is masked stays masked. */
  reasons: z.array(z.object({ by: z.enum(foundBy), word: z.string() })).optional(),
})
export type NotificationItem = z.output<typeof notificationItem>

/**
 * `alike`: nothing has all that was searched for, and these have similar names. `whole_words_only`: who searches sees
 * personal data masked, and parts of it were not searched.
 */
export const notificationPage = listPage(notificationItem).extend({
  alike: z.boolean(),
  whole_words_only: z.boolean(),
})
export type NotificationPage = z.output<typeof notificationPage>

/** What is different at a path of the payload; masked as the payload is. Undefined, where it was not there, is absent. */
export const payloadDifference = z.object({
  path: z.string(),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
})
export type PayloadDifference = z.output<typeof payloadDifference>

/** Why a verification request was answered so. */
export const verificationReasons = [
  'accept_all',
  'known_checkout',
  'known_product',
  'unknown_amount',
  'unverified',
  'unreadable',
  'endpoint_accepted',
  'endpoint_declined',
  'endpoint_failed',
] as const

export const verificationAnswer = z.object({
  /** What the gateway was told: 0 lets the payment on, anything else declines it. */
  code: z.int(),
  reason: z.enum(verificationReasons),
  message: z.string().nullable(),
  /** From the last byte of the request to the answer, in milliseconds. */
  answered_in_ms: z.number(),
  /** What the merchant's own endpoint answered with; null where it was not asked, or did not answer. */
  endpoint_status: z.int().nullable(),
})
export type VerificationAnswer = z.output<typeof verificationAnswer>

export const notificationDelivery = z.object({
  at: z.iso.datetime(),
  source_address: z.string().nullable(),
  /** Sent again here by this person; nothing arrived. */
  replayed_by: z.string().nullable(),
  /** What a verification request that came again was answered then. */
  answer: verificationAnswer.nullable(),
  /** What it has different from the first delivery; null where the bytes are the same. */
  difference: z.array(payloadDifference).nullable(),
})
export type NotificationDelivery = z.output<typeof notificationDelivery>

export const notificationDetail = notificationItem.extend({
  message: z.string().nullable(),
  three_d_secure_status: z.string().nullable(),
  signature: z.enum(signatureVerdicts),
  credentials: z.enum(credentialVerdicts),
  network: z.enum(networkVerdicts),
  source_address: z.string().nullable(),
  last_received_at: z.iso.datetime(),
  /** All but the first, oldest first, of the newest fifty. */
  deliveries: z.array(notificationDelivery),
  /** Chosen request headers; `authorization` is never among them. */
  headers: z.record(z.string(), z.string()),
  body_size: z.int(),
  /** Of the body as it came, in hexadecimal; null where that would be a way to find what is stored without. */
  sha256: z.string().nullable(),
  /** The body as JSON where it could be read (card tokens masked), for the tree. */
  payload: z.unknown(),
  /** The body as text where it is UTF-8 (card tokens masked), else null. */
  raw: z.string().nullable(),
  unreadable_reason: z.enum(['not_utf8', 'not_json']).nullable(),
  /** The body was removed as old (retention); what the list shows is left. */
  payload_removed: z.boolean(),
  checkout: z.object({ id: z.string(), description: z.string(), link: z.enum(checkoutLinks) }).nullable(),
  product: z.object({ id: z.string(), name: z.string().nullable(), link: z.enum(productLinks) }).nullable(),
  /** Whose it is. Names are masked as in lists. */
  customers: z.array(z.object({ id: z.string(), name: z.string(), matched_by: z.string() })),
  /** The card token it brought, for who may see those. */
  card_token_id: z.string().nullable(),
  /** It brought one that is not kept, and may be. */
  card_offered: z.boolean(),
  answer: verificationAnswer.nullable(),
  /** The one of the same transaction that came before it, and what is different from that; null: it is the first. */
  previous: z
    .object({
      id: z.string(),
      received_at: z.iso.datetime(),
      status: z.string().nullable(),
      difference: z.array(payloadDifference),
    })
    .nullable(),
  /** The transaction that it refers to, with the notification of it that is known here. */
  parent: z.object({ uid: z.string(), id: z.string().nullable() }).nullable(),
  /**
   * All that is known of the same transaction, of what refers to it, of the one that it refers to and of what else
   * refers to that, oldest first; the newest hundred.
   */
  transaction: z.array(notificationItem),
})
export type NotificationDetail = z.output<typeof notificationDetail>

/** What is masked for roles that may not read personal data, unmasked; asking for it is recorded. */
export const revealedNotification = notificationDetail.pick({
  email: true,
  description: true,
  tracking_id: true,
  message: true,
  payload: true,
  raw: true,
})
export type RevealedNotification = z.output<typeof revealedNotification>

/** What a person says it is about; null: nothing. What is not told stays. */
export const notificationLink = z
  .strictObject({
    checkout_id: z.uuid('invalid').nullable(),
    product_id: said.nullable(),
    customer_id: said.nullable(),
  })
  .partial()
export type NotificationLink = z.output<typeof notificationLink>
