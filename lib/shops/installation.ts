/** Settings of the whole installation on our own API, for its administrators. */
import { z } from 'zod'
import { network } from '../core/network'

export const installationSettings = z.object({
  /** Networks of this machine, or not routed on the internet, that may be called. */
  allowed_networks: z.array(z.string()),
  /** Whether everybody needs a second factor, and how many days people have to add one. */
  factor_required: z.boolean(),
  factor_grace_days: z.int(),
  version: z.int(),
})
export type InstallationSettings = z.output<typeof installationSettings>

/** Refused if somebody changed the settings since `version`. */
export const networksChange = z.strictObject({
  allowed_networks: z.array(network).max(20),
  version: z.int(),
})
export type NetworksChange = z.output<typeof networksChange>

export const factorChange = z.strictObject({
  factor_required: z.boolean({ error: 'not_a_boolean' }),
  factor_grace_days: z.int({ error: 'not_a_number' }).min(0, 'too_small').max(90, 'too_big'),
  version: z.int(),
})

export const installationChange = networksChange
  .extend(factorChange.shape)
  .partial()
  .required({ version: true })
export type InstallationChange = z.output<typeof installationChange>
