/** Notifications on our own API: what arrived, what it says, and how far it can be believed. */
import { z } from 'zod'
import { isStorable } from '../gateway/values'
import { listPage, listQuery } from './list'
import { notificationSortColumns } from './paging'

/**
 * Evidence for a notification, weakest first: nothing that holds, matching Basic credentials, or a verified
 * signature. Only the last two change anything (architecture: “Evidence, not belief”).
 */
export const authenticityGrades = ['unverified', 'credentials', 'signature'] as const
export type Authenticity = (typeof authenticityGrades)[number]

export const signatureVerdicts = ['verified', 'failed', 'absent', 'no_key'] as const
export const credentialVerdicts = ['matched', 'failed', 'absent'] as const
export const notificationKinds = ['transaction', 'expired_checkout', 'unknown', 'unreadable'] as const

/**
 * `product_link`: how a notification was tied to a product: by an ID found in it (`id`), or because name,
 * amount and currency match exactly one product (`likely`, shown as such).
 */
export const productLinks = ['id', 'likely'] as const

export const notificationListQuery = listQuery(notificationSortColumns, '-received_at').extend({
  product_id: z.string().max(100).refine(isStorable, 'invalid').optional(),
})
export type NotificationListQuery = z.output<typeof notificationListQuery>

export const notificationItem = z.object({
  id: z.string(),
  received_at: z.iso.datetime(),
  kind: z.enum(notificationKinds),
  authenticity: z.enum(authenticityGrades),
  /** Kept apart: neither credentials nor signature hold, so that it changed nothing. */
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
})
export type NotificationItem = z.output<typeof notificationItem>

export const notificationPage = listPage(notificationItem)
export type NotificationPage = z.output<typeof notificationPage>

export const notificationDetail = notificationItem.extend({
  message: z.string().nullable(),
  three_d_secure_status: z.string().nullable(),
  product_name: z.string().nullable(),
  signature: z.enum(signatureVerdicts),
  credentials: z.enum(credentialVerdicts),
  /** How many times this body arrived with this grade of evidence; it is recorded once. */
  delivery_count: z.int(),
  last_received_at: z.iso.datetime(),
  /** Chosen request headers; `authorization` is never among them. */
  headers: z.record(z.string(), z.string()),
  body_size: z.int(),
  /** The body as JSON where it could be read (card tokens masked), for the tree. */
  payload: z.unknown(),
  /** The body as text where it is UTF-8 (card tokens masked), else null. */
  raw: z.string().nullable(),
  unreadable_reason: z.enum(['not_utf8', 'not_json']).nullable(),
})
export type NotificationDetail = z.output<typeof notificationDetail>
