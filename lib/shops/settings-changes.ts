/** The last change of each part of the settings, on our own API. */
import { z } from 'zod'
import type { Permission } from '../core/permissions'

/** Null: never changed. `by` null: the installation itself. */
const lastChange = z.object({ at: z.iso.datetime(), by: z.string().nullable() }).nullable()
export type LastChange = z.output<typeof lastChange>

/** The parts of a shop's settings, and who may see them. */
export const settingsParts = {
  general: 'shop.configure',
  addresses: 'shop.configure',
  payments: 'payments.configure',
  page_defaults: 'payments.configure',
  minor_units: 'payments.configure',
  hook_addresses: 'notifications.configure',
  evidence: 'notifications.configure',
  verification: 'notifications.configure',
  notification_retention: 'notifications.configure',
  forwarding: 'forwarding.read',
  alert_rules: 'alerts.manage',
  alert_mail: 'alerts.manage',
  alert_chat: 'alerts.manage',
  people: 'people.manage',
  factor_rule: 'people.manage',
  reveal_limit: 'people.manage',
  retention: 'retention.manage',
  appearance: 'shop.configure',
} as const satisfies Record<string, Permission>
export type SettingsPart = keyof typeof settingsParts
export const settingsPartNames = Object.keys(settingsParts) as SettingsPart[]

/** Parts that the role may not see are absent. */
export const settingsChanges = z.partialRecord(z.enum(settingsPartNames), lastChange)
export type SettingsChanges = z.output<typeof settingsChanges>

export const installationPartNames = [
  'networks',
  'adding',
  'sandbox',
  'factor',
  'anchors',
  'mail',
  'backups',
] as const
export type InstallationPart = (typeof installationPartNames)[number]

export const installationChanges = z.record(z.enum(installationPartNames), lastChange)
export type InstallationChanges = z.output<typeof installationChanges>
