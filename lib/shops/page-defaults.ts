/** A shop's payment page defaults on our own API. */
import { z } from 'zod'
import { languageCodes } from '../core/format/names'
import { customerFieldNames, type CustomerFieldName } from '../gateway/customers/fields'
import { webAddress } from '../gateway/values/schemas'

const longestAddress = 2000

/** Without `email`: a checkout that locks it must also fill it in, or is refused. */
const lockableFields = customerFieldNames.filter((name) => name !== 'email')

const address = webAddress.max(longestAddress, 'too_long').optional()

/** Some of the fields, each once, in the order in which they are offered. */
const fieldsOf = (offered: readonly CustomerFieldName[]) =>
  z
    .array(z.enum(offered, { error: 'invalid_choice' }), { error: 'not_a_list' })
    .transform((chosen) => offered.filter((name) => chosen.includes(name)))
    .pipe(z.array(z.enum(offered)))
    .optional()

const pageDefaults = z
  .strictObject({
    language: z
      .string({ error: 'invalid_language' })
      .refine((code) => languageCodes.includes(code), 'unknown_language')
      .optional(),
    return_url: address,
    success_url: address,
    decline_url: address,
    fail_url: address,
    cancel_url: address,
    visible: fieldsOf(customerFieldNames),
    read_only: fieldsOf(lockableFields),
  })
  .superRefine((given, context) => {
    if (given.return_url === undefined) return
    for (const name of ['success_url', 'decline_url'] as const)
      if (given[name] !== undefined)
        context.addIssue({ code: 'custom', message: 'not_with_return_page', path: [name] })
  })

export const pageDefaultForm = z.strictObject({ defaults: pageDefaults })
export type PageDefaultForm = z.output<typeof pageDefaultForm>

/** A change replaces all defaults, and is refused if someone changed the shop since `version`. */
export const pageDefaultChange = pageDefaultForm.extend({ version: z.int() })
export type PageDefaultChange = z.output<typeof pageDefaultChange>

export const pageDefaultSettings = z.object({ ...pageDefaultChange.shape })
export type PageDefaultSettings = z.output<typeof pageDefaultSettings>
