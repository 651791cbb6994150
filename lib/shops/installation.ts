/** Settings of the whole installation on our own API, for its administrators. */
import { z } from 'zod'
import { network } from '../core/network'

export const installationSettings = z.object({
  /** Networks of this machine, or not routed on the internet, that may be called. */
  allowed_networks: z.array(z.string()),
  version: z.int(),
})
export type InstallationSettings = z.output<typeof installationSettings>

/** Refused if somebody changed the settings since `version`. */
export const installationChange = z.strictObject({
  allowed_networks: z.array(network).max(20),
  version: z.int(),
})
export type InstallationChange = z.output<typeof installationChange>
