/** Settings of the whole installation on our own API, for its administrators. */
import { z } from 'zod'
import { emailPattern } from '../gateway/values/email'
import { graceDays } from '../core/account/account-fields'
import { mailOutcomes } from '../core/mail'
import { network } from '../core/network'
import { shopAdders } from '../core/shop'

const invalidChoice = { error: 'invalid_choice' }
const yesOrNo = z.boolean({ error: 'not_a_boolean' })

export const installationSettings = z.object({
  /** Networks that calls may reach although they are this machine's or not routed on the internet. */
  allowed_networks: z.array(z.string()),
  /** Whether everyone needs a second factor, and how many days people have to add one. */
  factor_required: z.boolean(),
  factor_grace_days: z.int(),
  shop_adders: z.enum(shopAdders),
  /** Whether the next start runs the sandbox. */
  has_sandbox: z.boolean(),
  /** Whether strangers see the sandbox's payer pages while a live shop is connected. */
  is_sandbox_public: z.boolean(),
  /** `is_running`: it runs now. `is_given`: the environment decides whether it runs, so it cannot be changed here. */
  sandbox: z.object({ is_running: z.boolean(), is_given: z.boolean() }),
  /** Where anchors of the activity's chains are mailed every day; null: nowhere. */
  anchor_recipient: z.string().nullable(),
  /** The outcome of the last such mail; null: none was sent yet. `status`: the SMTP reply code. */
  anchor_mail: z
    .object({ at: z.iso.datetime(), outcome: z.enum(mailOutcomes), status: z.int().nullable() })
    .nullable(),
  version: z.int(),
})
export type InstallationSettings = z.output<typeof installationSettings>

const recipient = z
  .string()
  .trim()
  .max(255)
  .pipe(z.email({ pattern: emailPattern, error: 'invalid_email' }))

/** Absent fields stay. Refused if someone changed the settings since `version`. */
export const installationChange = z.strictObject({
  allowed_networks: z.array(network).max(20).optional(),
  shop_adders: z.enum(shopAdders, invalidChoice).optional(),
  has_sandbox: yesOrNo.optional(),
  is_sandbox_public: yesOrNo.optional(),
  factor_required: yesOrNo.optional(),
  factor_grace_days: graceDays.optional(),
  /** Empty or null: nowhere. */
  anchor_recipient: z
    .union([z.literal('').transform(() => null), z.null(), recipient], { error: 'invalid_email' })
    .optional(),
  version: z.int(),
})
export type InstallationChange = z.output<typeof installationChange>

/** One schema per form. Each form is saved on its own. */
export const networksForm = installationChange.pick({ allowed_networks: true }).required()
export const addersForm = installationChange.pick({ shop_adders: true }).required()
export const sandboxForm = installationChange.pick({ has_sandbox: true, is_sandbox_public: true })
export const factorForm = installationChange
  .pick({ factor_required: true, factor_grace_days: true })
  .required()
export const anchorChange = installationChange.pick({ anchor_recipient: true, version: true }).required()
