/** In a separate file, so that a list that only describes alerts does not load zod. */
/**
 * Alerts of a shop: `payment_failed`: several failed attempts to pay. `no_notifications`: the gateway has been silent.
 * `quarantine`: a notification without evidence arrived. `forwarding_disabled`: an endpoint was disabled.
 * `payment_differs`: the payment is not what was requested. `chargeback`: a payment is disputed. `many_reveals`: one
 * person revealed many masked values. `new_owner`: a person became an owner. `secrets_changed`: a key, a secret or an API
 * token is new.
 *
 * Alerts of the installation: `failed_sign_ins`: many sign-ins, codes or tokens were wrong. `factor_removed`: an account
 * lost a second factor. `backup_overdue`: the last good backup is older than it should be. `secrets_changed`: the mail
 * server's settings changed.
 */
export const alertKinds = [
  'payment_failed',
  'payment_differs',
  'chargeback',
  'no_notifications',
  'quarantine',
  'forwarding_disabled',
  'many_reveals',
  'new_owner',
  'secrets_changed',
  'failed_sign_ins',
  'factor_removed',
  'backup_overdue',
] as const
export type AlertKind = (typeof alertKinds)[number]

/** Alerts about what people did. The activity has the details. */
const activityAlertKinds: ReadonlySet<AlertKind> = new Set([
  'many_reveals',
  'new_owner',
  'secrets_changed',
  'failed_sign_ins',
  'factor_removed',
])
export const isActivityAlert = (kind: AlertKind): boolean => activityAlertKinds.has(kind)
