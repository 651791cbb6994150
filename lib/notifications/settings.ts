/** How a shop receives notifications, on our own API: addresses, evidence, answers to verification requests, retention. */
import { z } from 'zod'
import { verificationPolicies } from '../core/shop'

/** In a network as people write it: 192.0.2.0/24, 2001:db8::/32, or one address. */
const network = z
  .string()
  .trim()
  .min(1, 'required')
  .max(50)
  .refine(
    (text) => z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).safeParse(text).success,
    'not_a_network',
  )

/** How long an old address goes on answering after it was replaced, in hours; at most 90 days. */
export const hookKeyRotation = z.strictObject({
  keep_hours: z.int('not_a_number').min(0, 'too_small').max(2160, 'too_big'),
})
export type HookKeyRotation = z.output<typeof hookKeyRotation>

const months = z.int('not_a_number').min(1, 'too_small').max(120, 'too_big').nullable()

const fields = {
  /** Verifies `Content-Signature`: bare Base64 as the provider shows it, or PEM; null: signatures are not judged. */
  public_key: z.string().trim().max(10_000).nullable(),
  /** Where notifications may come from; empty: from anywhere. */
  networks: z.array(network).max(50),
  /** Whether coming from there is evidence enough, without credentials or signature. */
  network_is_enough: z.boolean({ error: 'not_a_boolean' }),
  verification_policy: z.enum(verificationPolicies, { error: 'invalid_choice' }),
  /** The merchant's own, asked by HTTPS with the body as it is stored; null: nobody is asked. */
  verification_endpoint: z
    .url({ protocol: /^https?$/, error: 'invalid_url' })
    .max(2000)
    .nullable(),
  /** What is answered where that endpoint does not answer in time. */
  verification_accepts_on_failure: z.boolean({ error: 'not_a_boolean' }),
  /** After so many months the body of a notification is removed; null: never. What lists show stays. */
  payload_months: months,
  /** After so many months what a notification says of a person is blanked; null: never. */
  personal_months: months,
}

export const notificationSettings = z.object({
  ...fields,
  notification_url: z.string(),
  verification_url: z.string(),
  /** Signs what the verification endpoint is asked (Standard Webhooks); shown once, when it was made. */
  has_endpoint_secret: z.boolean(),
  /** Addresses that were replaced and still answer. */
  old_addresses: z.array(z.object({ notification_url: z.string(), until: z.iso.datetime() })),
})
export type NotificationSettings = z.output<typeof notificationSettings>

/** What is to change; the rest stays. */
export const notificationSettingsChange = z.strictObject(fields).partial()
export type NotificationSettingsChange = z.output<typeof notificationSettingsChange>

/** What `payload_months` and `personal_months` would do now. */
export const notificationRetentionQuery = z.strictObject({
  payload_months: z.coerce.number().int().min(1).max(120).optional(),
  personal_months: z.coerce.number().int().min(1).max(120).optional(),
})
export type NotificationRetentionQuery = z.output<typeof notificationRetentionQuery>

export const notificationRetentionEffect = z.object({
  payloads: z.int(),
  personal: z.int(),
  /** Counted up to ten thousand. */
  exact: z.boolean(),
})
export type NotificationRetentionEffect = z.output<typeof notificationRetentionEffect>

/** Shown once. */
export const endpointSecret = z.object({ secret: z.string() })
