/** People of a shop, and invitations to it, on our own API. */
import { z } from 'zod'
import { isStorable } from '../gateway/values'
import { normalEmail } from '../core/account-email'
import { roles } from '../core/permissions'

const role = z.enum(roles, { error: 'invalid_choice' })

const named = z
  .string({ error: 'required' })
  .trim()
  .min(1, 'blank')
  .max(100, 'too_long')
  .refine(isStorable, 'invalid')

/** An e-mail address as people sign in with it; as loose as the first owner's, since nothing is mailed to it. */
const account = z
  .string({ error: 'required' })
  .overwrite(normalEmail)
  .min(1, 'blank')
  .max(254, 'too_long')
  .refine((text) => text === '' || /^[^\s@]+@[^\s@]+$/.test(text), 'invalid_email')
  .refine(isStorable, 'invalid')

/** A password that somebody chooses: at least 8 characters, at most what sign-in reads. */
const newPassword = z.string({ error: 'required' }).min(8, 'too_few_characters').max(1000, 'too_long')

/** `disabled`: of this shop; a person may be active in another one. */
const personStates = ['active', 'disabled'] as const

export const person = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  state: z.enum(personStates),
  /** Null: never since this is noted. */
  last_sign_in_at: z.iso.datetime().nullable(),
  is_you: z.boolean(),
})
export type Person = z.output<typeof person>

export const personList = z.object({ items: z.array(person) })
export type PersonList = z.output<typeof personList>

export const roleChange = z.strictObject({ role })
export type RoleChange = z.output<typeof roleChange>

export const invite = z.strictObject({ email: account, name: named, role })
export type Invite = z.output<typeof invite>

/** One that was neither accepted nor revoked. */
export const invitation = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  state: z.enum(['open', 'expired']),
  created_at: z.iso.datetime(),
  /** The name of who invited. */
  created_by: z.string(),
  expires_at: z.iso.datetime(),
})
export type Invitation = z.output<typeof invitation>

export const invitationList = z.object({ items: z.array(invitation) })
export type InvitationList = z.output<typeof invitationList>

/** With the link, which is told this once: only its hash is kept. */
export const invitationLink = invitation.extend({ url: z.string() })
export type InvitationLink = z.output<typeof invitationLink>

/** Name and password make an account; who has one signs in instead. */
export const newAccount = z.strictObject({ name: named, password: newPassword })
export const acceptance = z.strictObject({
  token: z.string({ error: 'required' }).min(1, 'blank').max(100, 'too_long'),
  name: named.optional(),
  password: newPassword.optional(),
})
export type Acceptance = z.output<typeof acceptance>

/** The shop joined, and the e-mail to sign in with. */
export const accepted = z.object({ shop: z.string(), email: z.string() })
export type Accepted = z.output<typeof accepted>
