/** Notification settings on our own API: addresses, evidence, answers to verification requests, retention. */
import { z } from 'zod'
import { network } from '../core/network'
import { verificationPolicies } from '../core/shop'

/** Refused if someone changed the shop's settings since `version`. */
const since = { version: z.int() }

/** `keep_hours`: how long an old address still answers after its replacement; at most 90 days. */
export const hookKeyRotation = z.strictObject({
  ...since,
  keep_hours: z.int('not_a_number').min(0, 'too_small').max(2160, 'too_big'),
})
export type HookKeyRotation = z.output<typeof hookKeyRotation>

const months = z.int('not_a_number').min(1, 'too_small').max(120, 'too_big').nullable()

const fields = {
  /** Verifies `Content-Signature`: bare Base64, as the provider shows it, or PEM. Null: signatures are not judged. */
  public_key: z.string().trim().max(10_000).nullable(),
  /** Networks that notifications may come from. Empty: any. */
  networks: z.array(network).max(50),
  /** Whether a source in these networks is enough evidence, without credentials or a signature. */
  network_is_enough: z.boolean({ error: 'not_a_boolean' }),
  verification_policy: z.enum(verificationPolicies, { error: 'invalid_choice' }),
  /** The merchant's own endpoint, asked by HTTPS with the stored body. Null: none. */
  verification_endpoint: z
    .url({ protocol: /^https?$/, error: 'invalid_url' })
    .max(2000)
    .nullable(),
  /** Whether to accept the payment if that endpoint fails or is late. */
  verification_accepts_on_failure: z.boolean({ error: 'not_a_boolean' }),
  /** Months after which a notification's body is removed; null: never. What lists show stays. */
  payload_months: months,
  /** Months after which a notification is anonymised; null: never. */
  personal_months: months,
}

export const notificationSettings = z.object({
  ...fields,
  /** The version of the shop's settings. */
  version: z.int(),
  notification_url: z.string(),
  verification_url: z.string(),
  /**
   * Whether requests to the verification endpoint are signed (Standard Webhooks). The secret is shown once, when made.
   */
  has_endpoint_secret: z.boolean(),
  /** Addresses that were replaced and still answer. */
  old_addresses: z.array(z.object({ notification_url: z.string(), until: z.iso.datetime() })),
})
export type NotificationSettings = z.output<typeof notificationSettings>

/** The settings of one form. */
export const notificationSettingsForm = z.strictObject(fields).partial()
export type NotificationSettingsForm = z.output<typeof notificationSettingsForm>

/** Fields that are absent keep their values. */
export const notificationSettingsChange = notificationSettingsForm.extend(since)
export type NotificationSettingsChange = z.output<typeof notificationSettingsChange>

export const notificationRetentionQuery = z.strictObject({
  payload_months: z.coerce.number().int().min(1).max(120).optional(),
  personal_months: z.coerce.number().int().min(1).max(120).optional(),
})
export type NotificationRetentionQuery = z.output<typeof notificationRetentionQuery>

export const notificationRetentionEffect = z.object({
  payloads: z.int(),
  personal: z.int(),
  /** As old, but not processed yet. Their bodies are kept until then. */
  waiting: z.int(),
  /** False above ten thousand. */
  exact: z.boolean(),
})
export type NotificationRetentionEffect = z.output<typeof notificationRetentionEffect>

export const endpointSecretOrder = z.strictObject(since)
export type EndpointSecretOrder = z.output<typeof endpointSecretOrder>

/** Shown once, when it is made. */
export const endpointSecret = z.object({ secret: z.string() })
