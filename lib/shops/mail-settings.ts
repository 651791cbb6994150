/** The mail server of the installation on our own API, for its administrators. */
import { z } from 'zod'
import { emailPattern } from '../gateway/values/email'
import { mailEncryptions, mailHost, mailOutcomes } from '../core/mail'
import { isLine } from '../gateway/values/schemas'

const short = z.string().trim().max(255)
/** One line, because the name is part of a header. */
const line = short.refine(isLine, 'not_a_line')

const fields = {
  /** Empty: no mail is sent. */
  host: short.refine((text) => text === '' || mailHost.test(text), 'invalid'),
  port: z.int('not_a_number').min(1, 'too_small').max(65_535, 'too_big'),
  encryption: z.enum(mailEncryptions, { error: 'invalid_choice' }),
  /** Empty: the server needs no user and no password. */
  user: line,
  sender_name: line,
  sender_address: short.refine((text) => text === '' || emailPattern.test(text), 'invalid_email'),
}

export const mailSettings = z.object({
  ...fields,
  /** Null without one. `set_by`: null if the environment sets it. */
  password: z.object({ set_at: z.iso.datetime().nullable(), set_by: z.string().nullable() }).nullable(),
  /** Settings of the environment, which cannot be changed here. `server`: all but the sender. */
  given: z.object({ server: z.boolean(), sender_name: z.boolean(), sender_address: z.boolean() }),
  version: z.int(),
})
export type MailSettings = z.output<typeof mailSettings>

/** `password`: absent keeps it, allowed only for the same server and user. */
const typed = z.strictObject({ ...fields, password: z.string().max(500).optional() })

function check(mail: z.output<typeof typed>, context: z.RefinementCtx) {
  const complain = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  if (mail.host === '') return
  if (mail.encryption === 'none' && mail.user !== '') complain('user', 'password_in_clear')
  if (mail.user === '' && mail.password) complain('user', 'required')
  if (mail.sender_address === '') complain('sender_address', 'required')
}

export const mailSettingsForm = typed.superRefine(check)
export type MailSettingsForm = z.output<typeof mailSettingsForm>

/** Refused if someone changed the settings since `version`. */
export const mailSettingsChange = typed.extend({ version: z.int() }).superRefine(check)
export type MailSettingsChange = z.output<typeof mailSettingsChange>

/** The recipient and the outcome of the test mail. `status`: the server's reply code. */
export const mailTestResult = z.object({
  to: z.string(),
  outcome: z.enum(mailOutcomes),
  status: z.int().nullable(),
})
export type MailTestResult = z.output<typeof mailTestResult>
