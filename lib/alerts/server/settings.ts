import 'server-only'
import { eq } from 'drizzle-orm'
import { getTranslator } from '../../core/i18n/server'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext, ShopContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { publishLiveEvent } from '../../core/server/live'
import { shops } from '../../core/server/tables/shops'
import type { Sealer } from '../../db/sealing'
import {
  defaultAlertRules,
  type AlertSettings,
  type AlertSettingsChange,
  type ChatChange,
  type MailChange,
} from '../schema'
import { chatUrlContext, mailPasswordContext } from './channels'
import { isZoneKnown } from './judge-silence'
import { alertSettings } from './tables'

type Row = typeof alertSettings.$inferSelect

const defaultSettings = (shopId: string): Row => ({
  shopId,
  rules: defaultAlertRules,
  silenceSince: new Date(),
  mailEnabled: false,
  mailHost: '',
  mailPort: 587,
  mailSecurity: 'starttls',
  mailUser: '',
  mailPasswordSealed: null,
  mailFrom: '',
  mailRecipients: [],
  chatEnabled: false,
  chatKind: 'slack',
  chatUrlSealed: null,
})

/** Secrets only appear as present or masked. */
export async function readAlertSettings({ engine, shop }: ShopContext): Promise<AlertSettings> {
  const [row] = await engine.db.select().from(alertSettings).where(eq(alertSettings.shopId, shop.id))
  return toSettings(engine.sealer, row ?? defaultSettings(shop.id))
}

function toSettings(sealer: Sealer, row: Row): AlertSettings {
  const url = row.chatUrlSealed && sealer.unseal(row.chatUrlSealed, chatUrlContext(row.shopId))
  return {
    rules: { ...defaultAlertRules, ...row.rules },
    mail: {
      enabled: row.mailEnabled,
      host: row.mailHost,
      port: row.mailPort,
      security: row.mailSecurity,
      user: row.mailUser,
      has_password: row.mailPasswordSealed !== null,
      from: row.mailFrom,
      recipients: row.mailRecipients,
    },
    chat: { enabled: row.chatEnabled, kind: row.chatKind, masked_url: url ? masked(url) : null },
  }
}

/** Shows the host, and the last four characters of a long URL, to tell URLs apart. */
const masked = (url: string): string => `${new URL(url).origin}/…${url.length > 40 ? url.slice(-4) : ''}`

/**
 * Secrets are sealed, and recorded only as changed.
 * @throws AppError `invalid` if a stored password would go to another server, or a required value is missing
 */
export async function changeAlertSettings(
  context: ActorContext,
  change: AlertSettingsChange,
): Promise<AlertSettings> {
  const { engine, shop } = context
  const zone = change.rules?.no_notifications.daytime?.zone
  if (zone !== undefined && !(await isZoneKnown(engine.db, zone)))
    refuse('rules.no_notifications.daytime.zone', 'invalid_choice')
  const saved = await engine.db.transaction(async (tx) => {
    // Locks the shop's row, as the settings may have no row yet.
    await tx.select({ id: shops.id }).from(shops).where(eq(shops.id, shop.id)).for('update')
    const [row] = await tx.select().from(alertSettings).where(eq(alertSettings.shopId, shop.id))
    const before = row ?? defaultSettings(shop.id)
    const next: Row = {
      ...before,
      ...rulesOf(before, change),
      ...(change.mail && mailOf(before, change.mail, engine.sealer)),
      ...(change.chat && chatOf(before, change.chat, engine.sealer)),
    }
    await tx
      .insert(alertSettings)
      .values(next)
      .onConflictDoUpdate({ target: alertSettings.shopId, set: next })
    await recordActivity(tx, context, { action: 'alert_settings.changed', detail: recorded(change) })
    return toSettings(engine.sealer, next)
  })
  await publishLiveEvent(context, { kind: 'alert' })
  return saved
}

function rulesOf(before: Row, { rules }: AlertSettingsChange): Partial<Row> {
  if (!rules) return {}
  const begins = rules.no_notifications.enabled && !before.rules.no_notifications.enabled
  return {
    rules: { ...defaultAlertRules, ...before.rules, ...rules },
    ...(begins && { silenceSince: new Date() }),
  }
}

function mailOf(before: Row, mail: MailChange, sealer: Sealer): Partial<Row> {
  const isSameServer =
    mail.host === before.mailHost &&
    mail.port === before.mailPort &&
    mail.security === before.mailSecurity &&
    mail.user === before.mailUser
  const { password } = mail
  const isKept = password === undefined && before.mailPasswordSealed !== null
  // Security: a stored password must not go to another server because someone changed the host.
  if (isKept && !isSameServer && mail.user !== '') refuse('mail.password', 'required')
  if (password && mail.user === '') refuse('mail.user', 'required')
  const kept = isKept && isSameServer ? before.mailPasswordSealed : null
  return {
    mailEnabled: mail.enabled,
    mailHost: mail.host,
    mailPort: mail.port,
    mailSecurity: mail.security,
    mailUser: mail.user,
    mailPasswordSealed: password ? sealer.seal(password, mailPasswordContext(before.shopId)) : kept,
    mailFrom: mail.from,
    mailRecipients: mail.recipients,
  }
}

function chatOf(before: Row, { enabled, kind, url }: ChatChange, sealer: Sealer): Partial<Row> {
  const chatUrlSealed =
    url === undefined
      ? before.chatUrlSealed
      : url === null
        ? null
        : sealer.seal(url, chatUrlContext(before.shopId))
  if (enabled && !chatUrlSealed) refuse('chat.url', 'required')
  return { chatEnabled: enabled, chatKind: kind, chatUrlSealed }
}

/** Returns the change for the activity log, without people's addresses and secrets. */
function recorded({ rules, mail, chat }: AlertSettingsChange): Record<string, unknown> {
  return {
    ...(rules && { rules }),
    ...(mail && {
      mail: {
        enabled: mail.enabled,
        host: mail.host,
        port: mail.port,
        security: mail.security,
        recipients: mail.recipients.length,
        password_changed: mail.password !== undefined,
      },
    }),
    ...(chat && { chat: { enabled: chat.enabled, kind: chat.kind, url_changed: chat.url !== undefined } }),
  }
}

function refuse(field: string, issue: 'required' | 'invalid_choice'): never {
  throw new AppError('invalid', { errors: { [field]: [getTranslator('issues')(issue)] } })
}
