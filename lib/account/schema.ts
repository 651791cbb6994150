import { z } from 'zod'
import { isTimeZone } from '../core/format/dates'
import { locales } from '../core/i18n/locales'
import { newPassword } from '../core/password'
import { isStorable } from '../gateway/values'

/** A password to compare: as sign-in takes it. */
const currentPassword = z.string({ error: 'required' }).min(1, 'blank').max(1000, 'too_long')

/** Proves who is there, for requests that need a recent sign-in. */
export const proof = z.strictObject({ password: currentPassword })
export type Proof = z.output<typeof proof>

export const proven = z.object({ is_proven: z.literal(true) })

export const passwordChange = z.strictObject({ current: currentPassword, password: newPassword })
export type PasswordChange = z.output<typeof passwordChange>

export const passwordChanged = z.object({ ended_sessions: z.int() })
export type PasswordChanged = z.output<typeof passwordChanged>

const name = z
  .string({ error: 'required' })
  .trim()
  .min(1, 'blank')
  .max(100, 'too_long')
  .refine(isStorable, 'invalid')

const timeZone = z.string().refine(isTimeZone, 'invalid_choice')

/** `locale` and `time_zone` are null for those of the browser. */
export const profile = z.object({
  name: z.string(),
  email: z.string(),
  locale: z.enum(locales).nullable(),
  time_zone: z.string().nullable(),
})
export type Profile = z.output<typeof profile>

export const profileChange = z.strictObject({
  name,
  locale: z.enum(locales, { error: 'invalid_choice' }).nullable(),
  time_zone: timeZone.nullable(),
})
export type ProfileChange = z.output<typeof profileChange>

export const session = z.object({
  id: z.string(),
  /** The browser and the system as far as they are known; null: a program. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  address: z.string(),
  began_at: z.iso.datetime(),
  seen_at: z.iso.datetime(),
  is_current: z.boolean(),
})
export type Session = z.output<typeof session>

export const sessionList = z.object({ items: z.array(session) })
export type SessionList = z.output<typeof sessionList>

export const sessionsEnded = z.object({ ended: z.int() })
