import { z } from 'zod'
import { isTimeZone } from '../core/format/dates'
import { locales } from '../core/i18n/locales'
import { normalEmail } from '../core/account/account-email'
import { newAccountEmail, personName, linkToken } from '../core/account/account-fields'
import { passkeyAnswer } from '../core/account/passkey'
import { newPassword } from '../core/account/password'
import { isStorable } from '../gateway/values/storable'

/** A password to compare, as at sign-in. */
const currentPassword = z.string({ error: 'required' }).min(1, 'blank').max(1000, 'too_long')

/** A code of an authenticator app, or a recovery code. */
const code = z.string({ error: 'required' }).trim().min(1, 'blank').max(100, 'too_long')

/**
 * A proof of identity, for requests that need a recent sign-in: a passkey, or the password and, with a second factor, a
 * code.
 */
export const proof = z.union([
  z.strictObject({ passkey: passkeyAnswer }),
  z.strictObject({ password: currentPassword, code: code.optional() }),
])
export type Proof = z.output<typeof proof>

/**
 * The means by which this person can prove their identity. `provider`: the name of that through which they signed in;
 * signing in through it again is a proof, too.
 */
export const proofMeans = z.object({
  needs_code: z.boolean(),
  has_passkey: z.boolean(),
  provider: z.string().nullable(),
})
export type ProofMeans = z.output<typeof proofMeans>

/** Options of the browser's WebAuthn interface. */
export const passkeyOptions = z.looseObject({ challenge: z.string() })

export const proven = z.object({ is_proven: z.literal(true) })

export const passwordChange = z.strictObject({ current: currentPassword, password: newPassword })
export type PasswordChange = z.output<typeof passwordChange>

export const passwordChanged = z.object({ ended_sessions: z.int() })
export type PasswordChanged = z.output<typeof passwordChanged>

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
  name: personName,
  locale: z.enum(locales, { error: 'invalid_choice' }).nullable(),
  time_zone: timeZone.nullable(),
})
export type ProfileChange = z.output<typeof profileChange>

const session = z.object({
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

/** By the same rule. */
const factorName = personName

const factor = z.object({
  id: z.string(),
  kind: z.enum(['totp', 'passkey']),
  name: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
})
export type Factor = z.output<typeof factor>

export const factorList = z.object({ items: z.array(factor), recovery_codes_left: z.int() })
export type FactorList = z.output<typeof factorList>

/** A new app, which counts once one of its codes was entered. The secret is shown once. */
export const newApp = z.object({ id: z.string(), secret: z.string(), address: z.string() })
export type NewApp = z.output<typeof newApp>

export const appConfirmation = z.strictObject({ name: factorName, code })
export type AppConfirmation = z.output<typeof appConfirmation>

export const passkeyRegistration = z.strictObject({ name: factorName, passkey: passkeyAnswer })
export type PasskeyRegistration = z.output<typeof passkeyRegistration>

/** `recovery_codes`: made with the first factor, and shown once. */
export const factorAdded = z.object({ factor, recovery_codes: z.array(z.string()) })
export type FactorAdded = z.output<typeof factorAdded>

export const passkeyName = z.strictObject({ name: factorName })
export const factorRemoved = z.object({ id: z.string() })
export const newRecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

/** A new e-mail to sign in with. */
export const emailChange = z.strictObject({ email: newAccountEmail })
export type EmailChange = z.output<typeof emailChange>

/** `mailed`: it changes when the link mailed there is opened. `minutes`: how long that link works. */
export const emailChangeState = z.object({
  state: z.enum(['mailed', 'changed']),
  email: z.string(),
  minutes: z.int(),
})
export type EmailChangeState = z.output<typeof emailChangeState>

export const emailConfirmation = z.strictObject({ token: linkToken })
export const emailConfirmed = z.object({ email: z.string() })
export type EmailConfirmed = z.output<typeof emailConfirmed>

/** Identities at OpenID providers by which this person can sign in. */
const identity = z.object({
  id: z.string(),
  provider: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
})
export type Identity = z.output<typeof identity>
export const identityList = z.object({
  items: z.array(identity),
  /** Providers to which the account is not linked. */
  available: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type IdentityList = z.output<typeof identityList>
export const identityLinked = z.object({ is_linked: z.literal(true) })
export const identityRemoved = z.object({ id: z.string() })

export const resetRequest = z.strictObject({
  email: z
    .string({ error: 'required' })
    .overwrite(normalEmail)
    .min(1, 'blank')
    .max(320, 'too_long')
    .refine(isStorable, 'invalid'),
})
export type ResetRequest = z.output<typeof resetRequest>

/** The same with or without an account. */
export const resetAsked = z.object({ is_asked: z.literal(true) })

export const resetLookUp = z.strictObject({ token: linkToken })

/** Whose password a link sets. */
export const resetAccount = z.object({ email: z.string(), name: z.string() })
export type ResetAccount = z.output<typeof resetAccount>

export const resetPassword = z.strictObject({ password: newPassword })
export const passwordReset = resetPassword.extend({ token: linkToken })
export type PasswordReset = z.output<typeof passwordReset>

export const passwordSet = z.object({ is_set: z.literal(true) })
