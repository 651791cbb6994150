import { z } from 'zod'
import { newAccountEmail, personName, linkToken, graceDays } from '../core/account/account-fields'
import { newPassword } from '../core/account/password'
import { mailOutcomes } from '../core/mail'
import { allowances, roles } from '../core/permissions'

const role = z.enum(roles, { error: 'invalid_choice' })
/** Permissions beyond the role. Absent: none. Only what adds something to the role is kept. */
const allowed = z
  .array(z.enum(allowances, { error: 'invalid_choice' }))
  .max(20, 'too_long')
  .optional()

/** `disabled`: in this shop. The person may be active in another one. */
const personStates = ['active', 'disabled'] as const

export const person = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  allowances: z.array(z.enum(allowances)),
  state: z.enum(personStates),
  /** Null if they have not signed in since this was recorded. */
  last_sign_in_at: z.iso.datetime().nullable(),
  is_you: z.boolean(),
})
export type Person = z.output<typeof person>

export const personList = z.object({ items: z.array(person) })
export type PersonList = z.output<typeof personList>

/** The roles that need a second factor in this shop, and the days of grace to add one. */
export const factorRuleForm = z.strictObject({
  roles: z.array(role).max(20, 'too_long'),
  grace_days: graceDays,
})

/** With the shop's version. A change is refused if someone changed the shop's settings since. */
export const factorRule = factorRuleForm.extend({ version: z.int() })
export type FactorRule = z.output<typeof factorRule>

export const roleChange = z.strictObject({ role, allowances: allowed })
export type RoleChange = z.output<typeof roleChange>

export const invite = z.strictObject({ email: newAccountEmail, name: personName, role, allowances: allowed })
export type Invite = z.output<typeof invite>

/** `limit_reached`: this person has had many invitations to this shop mailed. */
const invitationMailOutcomes = [...mailOutcomes, 'limit_reached'] as const
export type InvitationMailOutcome = (typeof invitationMailOutcomes)[number]

/** Neither accepted nor revoked. */
export const invitation = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  allowances: z.array(z.enum(allowances)),
  state: z.enum(['open', 'expired']),
  created_at: z.iso.datetime(),
  created_by: z.string(),
  expires_at: z.iso.datetime(),
  /** How mailing the link ended; null: it was not mailed, because the installation has no mail server. */
  mail_outcome: z.enum(invitationMailOutcomes).nullable(),
})
export type Invitation = z.output<typeof invitation>

export const invitationList = z.object({ items: z.array(invitation) })
export type InvitationList = z.output<typeof invitationList>

/** The link is shown only once: only its token's hash is stored. */
export const invitationLink = invitation.extend({ url: z.string() })
export type InvitationLink = z.output<typeof invitationLink>

/** Name and password of a new account. Not used if the person has an account. */
export const newAccount = z.strictObject({ name: personName, password: newPassword })

export const acceptance = z.strictObject({
  token: linkToken,
  name: personName.optional(),
  password: newPassword.optional(),
})
export type Acceptance = z.output<typeof acceptance>

export const accepted = z.object({ shop: z.string(), email: z.string() })
export type Accepted = z.output<typeof accepted>

export const invitationLookUp = z.strictObject({ token: linkToken })

/**
 * What a link leads to. `account`: of the invited e-mail address. `none`: it has none yet. `elsewhere`: its owner is
 * not signed in. `other`: someone else is signed in. `offer`: null unless it can be accepted now.
 */
export const openedInvitation = z.object({
  shop_name: z.string(),
  email: z.string(),
  offer: z.object({ name: z.string(), role }).nullable(),
  account: z.enum(['none', 'yours', 'other', 'elsewhere']),
  signed_in_as: z.string().nullable(),
})
export type OpenedInvitation = z.output<typeof openedInvitation>

/** A link with which a person sets a new password. It is shown only once: only its token's hash is stored. */
export const resetLink = z.object({
  name: z.string(),
  email: z.string(),
  url: z.string(),
  expires_at: z.iso.datetime(),
})
export type ResetLink = z.output<typeof resetLink>
