import 'server-only'
import { sql, type SQL } from 'drizzle-orm'
import type { ActivityKind } from '../../../core/activity'
import { may } from '../../../core/permissions'
import type { AccountContext, ActorContext } from '../../../core/server/context'
import { activity } from '../../../core/server/tables/requests'
import { users } from '../../../core/server/tables/users'
import type { Database } from '../../../db/database'
import {
  settingsPartNames,
  settingsParts,
  type InstallationChanges,
  type InstallationPart,
  type LastChange,
  type SettingsChanges,
  type SettingsPart,
} from '../../settings-changes'

/** An action that is recorded. With fields: only if it changed one of them. */
type Recorded = ActivityKind | readonly [action: ActivityKind, ...fields: string[]]

const shopParts: Record<SettingsPart, readonly Recorded[]> = {
  general: [['shop.changed', 'name', 'mode', 'time_zone'], 'shop.archived', 'shop.taken_back'],
  addresses: [['shop.changed', 'gateway_url', 'apm_url', 'checkout_url']],
  payments: ['payment_settings.changed'],
  page_defaults: ['page_defaults.changed'],
  minor_units: ['minor_units.changed'],
  hook_addresses: ['hook_key.rotated'],
  evidence: [['notification_settings.changed', 'public_key', 'networks', 'network_is_enough']],
  verification: [
    [
      'notification_settings.changed',
      'verification_policy',
      'verification_endpoint',
      'verification_accepts_on_failure',
    ],
    'verification_secret.made',
  ],
  notification_retention: [['notification_settings.changed', 'payload_months', 'personal_months']],
  forwarding: [
    'forwarding.created',
    'forwarding.changed',
    'forwarding.removed',
    'forwarding.secret_rotated',
    'forwarding.resumed',
  ],
  alert_rules: [['alert_settings.changed', 'rules']],
  alert_mail: [['alert_settings.changed', 'mail']],
  alert_chat: [['alert_settings.changed', 'chat']],
  people: [
    'person.role_changed',
    'person.disabled',
    'person.enabled',
    'invitation.created',
    'invitation.accepted',
    'invitation.revoked',
  ],
  factor_rule: ['shop.factor_rule_changed'],
  reveal_limit: ['shop.reveal_limit_changed'],
  retention: ['retention.changed'],
  appearance: ['appearance.changed'],
}

const installationParts: Record<InstallationPart, readonly Recorded[]> = {
  networks: [['installation.changed', 'allowed_networks']],
  factor: [['installation.changed', 'factor_required', 'factor_grace_days']],
  adding: [['installation.changed', 'shop_adders']],
  sandbox: [['installation.changed', 'has_sandbox', 'is_sandbox_public']],
  anchors: [['installation.changed', 'anchor_recipient']],
  mail: ['installation.mail_changed'],
  backups: ['installation.backups_changed'],
}

/** Returns who changed each part of the shop's settings last, by the activity that each change records. */
export async function readSettingsChanges({ engine, shop, actor }: ActorContext): Promise<SettingsChanges> {
  const parts = settingsPartNames.filter((part) => may(actor, settingsParts[part]))
  return readLast(engine.db, sql`${activity.shopId} = ${shop.id}`, parts, shopParts)
}

/** The same for the settings of the installation. */
export const readInstallationChanges = ({
  engine,
}: Pick<AccountContext, 'engine'>): Promise<InstallationChanges> =>
  readLast(
    engine.db,
    sql`${activity.shopId} is null`,
    Object.keys(installationParts) as InstallationPart[],
    installationParts,
  )

async function readLast<Part extends string>(
  db: Database,
  where: SQL,
  parts: readonly Part[],
  recorded: Record<Part, readonly Recorded[]>,
): Promise<Record<Part, LastChange>> {
  const looked = parts.flatMap((part) =>
    recorded[part].map((one) => {
      const [action, ...fields] = typeof one === 'string' ? [one] : one
      return sql`(${part}, ${action}, ${sql.param(fields)}::text[])`
    }),
  )
  const none = Object.fromEntries(parts.map((part) => [part, null])) as Record<Part, LastChange>
  if (looked.length === 0) return none
  // One index lookup per action, regardless of how much is recorded.
  const { rows } = await db.execute<{ part: Part; at: string | Date; by: string | null }>(sql`
    select distinct on (looked.part) looked.part as part, last.at as at, ${users.name} as by
    from (values ${sql.join(looked, sql`, `)}) as looked (part, action, fields)
    cross join lateral (
      select ${activity.id} as id, ${activity.at} as at, ${activity.actorId} as actor
      from ${activity}
      where ${where} and ${activity.action} = looked.action
        and (looked.fields = '{}' or jsonb_exists_any(${activity.detail}, looked.fields))
      order by ${activity.at} desc, ${activity.id} desc
      limit 1
    ) as last
    left join ${users} on ${users.id} = last.actor
    order by looked.part, last.at desc, last.id desc`)
  const found = rows.map(({ part, at, by }) => [part, { at: new Date(at).toISOString(), by }] as const)
  return { ...none, ...Object.fromEntries(found) }
}
