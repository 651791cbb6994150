import { z } from 'zod'
import { emailPattern } from '../gateway/values/email'
import { mailOutcomes } from '../core/mail'
import { paymentDifferences } from '../payments/state'
import { alertKinds } from './kinds'

export const alertChannels = ['mail', 'chat'] as const
export type AlertChannel = (typeof alertChannels)[number]

export const chatKinds = ['slack', 'mattermost', 'discord', 'teams'] as const
export type ChatKind = (typeof chatKinds)[number]

const yesOrNo = z.boolean({ error: 'not_a_boolean' })
const whole = (min: number, max: number) => z.int('not_a_number').min(min, 'too_small').max(max, 'too_long')

const isZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const silence = z.strictObject({
  enabled: yesOrNo,
  /** Hours without a notification. With `daytime`, only its hours count. */
  hours: whole(1, 168),
  /** Full hours in the time zone `zone`; `to` 24 is midnight. Null: all hours of the day count. */
  daytime: z
    .strictObject({
      from: whole(0, 23),
      to: whole(1, 24),
      zone: z.string().min(1, 'required').max(64).refine(isZone, 'invalid_choice'),
    })
    .refine(({ from, to }) => from < to, { path: ['to'], error: 'not_after_start' })
    .nullable(),
})

export const alertRules = z.strictObject({
  /** `tries` failed transactions of one purchase within `minutes`, and no successful one. */
  payment_failed: z.strictObject({ enabled: yesOrNo, tries: whole(2, 50), minutes: whole(5, 1440) }),
  no_notifications: silence,
  quarantine: z.strictObject({ enabled: yesOrNo }),
  forwarding_disabled: z.strictObject({ enabled: yesOrNo }),
  payment_differs: z.strictObject({ enabled: yesOrNo }),
  chargeback: z.strictObject({ enabled: yesOrNo }),
  /** `reveals` masked values that one person revealed within an hour. */
  many_reveals: z.strictObject({ enabled: yesOrNo, reveals: whole(1, 10_000) }),
  new_owner: z.strictObject({ enabled: yesOrNo }),
  secrets_changed: z.strictObject({ enabled: yesOrNo }),
})
export type AlertRules = z.output<typeof alertRules>

/** The rules of a shop that has not set its own. Silence is off, because the right limit depends on a shop's sales. */
export const defaultAlertRules: AlertRules = {
  payment_failed: { enabled: true, tries: 3, minutes: 60 },
  no_notifications: { enabled: false, hours: 24, daytime: null },
  quarantine: { enabled: true },
  forwarding_disabled: { enabled: true },
  payment_differs: { enabled: true },
  chargeback: { enabled: true },
  many_reveals: { enabled: true, reveals: 20 },
  new_owner: { enabled: true },
  secrets_changed: { enabled: true },
}

export const maxRecipients = 20

const mailFields = {
  enabled: yesOrNo,
  recipients: z
    .array(
      z
        .string()
        .trim()
        .max(255)
        .pipe(z.email({ pattern: emailPattern, error: 'invalid_email' })),
    )
    .max(maxRecipients),
}

/** Mails go through the installation's mail server. */
const mailChange = z
  .strictObject(mailFields)
  .refine((mail) => !mail.enabled || mail.recipients.length > 0, { path: ['recipients'], error: 'required' })
export type MailChange = z.output<typeof mailChange>

/** `url`: null deletes it; absent keeps it. Never shown again, because anyone who has it can write to the chat. */
export const chatChange = z.strictObject({
  enabled: yesOrNo,
  kind: z.enum(chatKinds, { error: 'invalid_choice' }),
  url: z
    .url({ protocol: /^https?$/, error: 'invalid_url' })
    .max(2000)
    .nullable()
    .optional(),
})
export type ChatChange = z.output<typeof chatChange>

/** Absent fields keep their values. Refused if someone changed the shop's settings since `version`. */
export const alertSettingsChange = z
  .strictObject({
    // Optional, as clients of earlier releases do not send them.
    rules: alertRules.partial({
      payment_differs: true,
      chargeback: true,
      many_reveals: true,
      new_owner: true,
      secrets_changed: true,
    }),
    mail: mailChange,
    chat: chatChange,
  })
  .partial()
  .extend({ version: z.int() })
export type AlertSettingsChange = z.output<typeof alertSettingsChange>

export const alertRulesChange = z.strictObject({ rules: alertRules })
export const alertMailChange = z.strictObject({ mail: mailChange })
export const alertChatChange = z.strictObject({ chat: chatChange })

export const alertSettings = z.object({
  /** Version of the shop's settings. */
  version: z.int(),
  rules: alertRules,
  /** `is_set_up`: the installation has a mail server. Without one nothing is mailed. */
  mail: z.object({ ...mailFields, is_set_up: z.boolean() }),
  /** `masked_url`: the host and the last characters; null if there is none. */
  chat: z.object({ enabled: z.boolean(), kind: z.enum(chatKinds), masked_url: z.string().nullable() }),
})
export type AlertSettings = z.output<typeof alertSettings>

/** How an attempt to send ended. `answer`: the other side's text, shortened. `status`: HTTP status or SMTP reply code. */
export const alertAttempt = z.object({
  outcome: z.enum(mailOutcomes),
  status: z.int().nullable(),
  answer: z.string().nullable(),
})
export type AlertAttempt = z.output<typeof alertAttempt>

/** Has only the answer's size in bytes: its text may come from a service that only this server can reach. */
export const alertTestResult = alertAttempt.omit({ answer: true }).extend({
  answer_bytes: z.int().nullable(),
  milliseconds: z.int(),
})
export type AlertTestResult = z.output<typeof alertTestResult>

export const alertTest = z.strictObject({ channel: z.enum(alertChannels, { error: 'invalid_choice' }) })

export const alertOccasions = ['raised', 'reminder', 'over'] as const
export type AlertOccasion = (typeof alertOccasions)[number]

export const alertDelivery = z.object({
  id: z.string(),
  channel: z.enum(alertChannels),
  occasion: z.enum(alertOccasions),
  created_at: z.iso.datetime(),
  attempts: z.int(),
  /** Null once delivered or given up. */
  next_attempt_at: z.iso.datetime().nullable(),
  delivered_at: z.iso.datetime().nullable(),
  last: alertAttempt.nullable(),
})
export type AlertDelivery = z.output<typeof alertDelivery>

/**
 * Details of an alert; its kind decides which. Never personal data or a card number. Amounts are in minor units.
 * `person_id`: the account that the alert is about.
 */
export const alertDetail = z
  .object({
    tries: z.int(),
    minutes: z.int(),
    amount: z.int().nullable(),
    currency: z.string().nullable(),
    difference: z.enum(paymentDifferences).nullable(),
    asked_amount: z.int().nullable(),
    asked_currency: z.string().nullable(),
    notification_id: z.string(),
    hours: z.int(),
    /** Only the hours of the day in `from` to `to` count. Absent: all hours count. */
    daytime: z.object({ from: z.int(), to: z.int(), zone: z.string() }),
    last_at: z.string().nullable(),
    count: z.int(),
    endpoint_id: z.string(),
    endpoint: z.string(),
    person_id: z.string(),
  })
  .partial()
export type AlertDetail = z.output<typeof alertDetail>

export const alertItem = z.object({
  id: z.string(),
  kind: z.enum(alertKinds),
  detail: alertDetail,
  opened_at: z.iso.datetime(),
  closed_at: z.iso.datetime().nullable(),
  /**
   * `over`: the problem is solved. `quiet`: nothing new happened for a day, its rule was switched off, or its endpoint
   * was removed. `dismissed`: a person closed it.
   */
  closed_how: z.enum(['over', 'quiet', 'dismissed']).nullable(),
  dismissed_by: z.string().nullable(),
  deliveries: z.array(alertDelivery),
})
export type AlertItem = z.output<typeof alertItem>

export const alertList = z.object({ open: z.array(alertItem), recent: z.array(alertItem) })
export type AlertList = z.output<typeof alertList>
