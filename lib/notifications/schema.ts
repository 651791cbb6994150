/** Notifications on our own API: what arrived, what it says, and the evidence for it. */
import { z } from 'zod'
import { listPage, listQuery, mark } from '../core/lists/list'
import { isStorable } from '../gateway/values/storable'
import { paymentDifferences } from '../payments/state'
import { authenticityGrades, notificationKinds, notificationList } from './filters'

export { type Authenticity, authenticityGrades, notificationKinds } from './filters'

export const signatureVerdicts = ['verified', 'failed', 'absent', 'no_key'] as const
export const credentialVerdicts = ['matched', 'failed', 'absent'] as const
/** `any`: the shop names no networks. `outside`: it does, and the notification is never believed. */
export const networkVerdicts = ['allowed', 'outside', 'any'] as const

/** Which of the shop's two addresses received it. */
export const notificationHooks = ['notification', 'verification'] as const

/**
 * `product_link`: linked to a product by an ID (`id`), as the only one whose name, amount and currency match (`likely`,
 * shown as such), through the transaction it refers to (`parent`), or by a person (`hand`).
 */
export const productLinks = ['id', 'likely', 'parent', 'hand'] as const

/**
 * Linked to a checkout by its payment token, by tracking ID with amount and currency, through the transaction it refers
 * to (`parent`: a refund, a chargeback), or by a person.
 */
export const checkoutLinks = ['payment_token', 'tracking_id', 'parent', 'hand'] as const

const filterText = z.string().min(1).max(100).refine(isStorable, 'invalid')

export const notificationListQuery = listQuery(notificationList)
export type NotificationListQuery = z.output<typeof notificationListQuery>

/**
 * `similar_name`: sounds like the word or differs by about a letter. `near_amount`: within a twentieth of a whole
 * amount.
 */
const foundBy = ['email', 'phone', 'name', 'similar_name', 'card', 'amount', 'near_amount'] as const

export const notificationItem = z.object({
  id: z.string(),
  received_at: z.iso.datetime(),
  hook: z.enum(notificationHooks),
  kind: z.enum(notificationKinds),
  /** False: stored, but not processed yet. Its kind is `unknown` until then. */
  worked_out: z.boolean(),
  authenticity: z.enum(authenticityGrades),
  /** Its evidence is too weak, so it changed nothing. */
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
  /** It contained a full card number, which no gateway should send. The stored body does not. */
  has_card_number: z.boolean(),
  /** How often it arrived: deliveries of the same bytes, or of the same content in other bytes. */
  delivery_count: z.int(),
  /**
   * Another notification with evidence reports another amount or currency for the same transaction, type and status.
   */
  amounts_differ: z.boolean(),
  /** How the payment differs from what was asked for, unless accepted (lib/payments/schema.ts). */
  difference: z.enum(paymentDifferences).nullable(),
  /** Verification requests only: whether the payment was accepted. */
  accepted: z.boolean().nullable(),
  /** Where the listed texts match the search. Absent without a search. */
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
  /** A payload value that matches words which the texts above do not contain. Masked like the payload. */
  found: z
    .object({ path: z.array(z.union([z.string(), z.int()])), text: z.string(), marks: z.array(mark) })
    .optional(),
  /**
   * Why each remaining word of the search matched. `name`: the name that is similar to the word, only for those who may
   * read personal data.
   */
  reasons: z
    .array(z.object({ by: z.enum(foundBy), word: z.string(), name: z.string().optional() }))
    .optional(),
})
export type NotificationItem = z.output<typeof notificationItem>

/**
 * `alike`: nothing matches exactly, and these have similar names. `whole_words_only`: parts of personal data, which the
 * reader sees masked, were not searched.
 */
export const notificationPage = listPage(notificationItem).extend({
  alike: z.boolean(),
  whole_words_only: z.boolean(),
})
export type NotificationPage = z.output<typeof notificationPage>

/** A difference at one path of the payload, masked like the payload. A side without that path is absent. */
const payloadDifference = z.object({
  path: z.string(),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
  /** Only where an amount changed: its currency before and after. Null if none is known. */
  currencies: z.object({ before: z.string().nullable(), after: z.string().nullable() }).optional(),
})
export type PayloadDifference = z.output<typeof payloadDifference>

/**
 * False if the bodies could not be compared, because one was removed, is too large or unreadable. Older instances do
 * not say.
 */
const compared = z.boolean().optional()

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

const verificationAnswer = z.object({
  /** The gateway was sent this code: 0 accepts the payment, anything else declines it. */
  code: z.int(),
  reason: z.enum(verificationReasons),
  message: z.string().nullable(),
  /** Milliseconds from the last byte of the request to the decision. */
  answered_in_ms: z.number(),
  /** The status from the merchant's own endpoint; null without an answer. */
  endpoint_status: z.int().nullable(),
})
export type VerificationAnswer = z.output<typeof verificationAnswer>

const notificationDelivery = z.object({
  at: z.iso.datetime(),
  source_address: z.string().nullable(),
  /** Set for a replay, when nothing arrived: the person who started it. */
  replayed_by: z.string().nullable(),
  /** For repeated verification requests. */
  answer: verificationAnswer.nullable(),
  /** Differences from the first delivery; null if the bytes are the same. */
  difference: z.array(payloadDifference).nullable(),
  compared,
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
  /** All deliveries but the first, oldest first; at most the newest fifty. */
  deliveries: z.array(notificationDelivery),
  /** Selected request headers, never `authorization`; `content-signature` only with `sha256`. */
  headers: z.record(z.string(), z.string()),
  body_size: z.int(),
  /**
   * SHA-256 of the original body, in hexadecimal. Null where it could help to find what is missing: if a card number, a
   * security code, a person or the whole body was removed, or if the reader may not see personal data.
   */
  sha256: z.string().nullable(),
  /** The body as JSON with card tokens masked, for the tree; null if it is unreadable. */
  payload: z.unknown(),
  /**
   * The body as text with card tokens masked. Null if removed, or if not JSON and the reader may not see personal data.
   */
  raw: z.string().nullable(),
  unreadable_reason: z.enum(['not_utf8', 'not_json']).nullable(),
  /** Retention removed the body. What the list shows remains. */
  payload_removed: z.boolean(),
  checkout: z.object({ id: z.string(), description: z.string(), link: z.enum(checkoutLinks) }).nullable(),
  product: z.object({ id: z.string(), name: z.string().nullable(), link: z.enum(productLinks) }).nullable(),
  /** Names are masked as in lists. */
  customers: z.array(z.object({ id: z.string(), name: z.string(), matched_by: z.string() })),
  /** The ID of the kept card token, for roles that may see it. */
  card_token_id: z.string().nullable(),
  /** It brought a card token that is not kept yet, and this role may keep it. */
  card_offered: z.boolean(),
  answer: verificationAnswer.nullable(),
  /** The notification before it and the differences from that; null if this is the transaction's first. */
  previous: z
    .object({
      id: z.string(),
      received_at: z.iso.datetime(),
      status: z.string().nullable(),
      difference: z.array(payloadDifference),
      compared,
    })
    .nullable(),
  /** The transaction it refers to, and the newest notification of it. */
  parent: z.object({ uid: z.string(), id: z.string().nullable() }).nullable(),
  /**
   * Notifications of the transaction, of the one it refers to, and of all that refer to either, oldest first; the
   * newest hundred.
   */
  transaction: z.array(notificationItem),
})
export type NotificationDetail = z.output<typeof notificationDetail>

/** The personal data, unmasked. Every request is recorded. */
export const revealedNotification = notificationDetail.pick({
  email: true,
  description: true,
  tracking_id: true,
  message: true,
  payload: true,
  raw: true,
})
export type RevealedNotification = z.output<typeof revealedNotification>

/** The records that a person links a notification or a payment to. Null: nothing. A missing field stays as it is. */
export const notificationLink = z
  .strictObject({
    checkout_id: z.uuid('invalid').nullable(),
    product_id: filterText.nullable(),
    customer_id: filterText.nullable(),
  })
  .partial()
export type NotificationLink = z.output<typeof notificationLink>
