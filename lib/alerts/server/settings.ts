import 'server-only'
import { eq } from 'drizzle-orm'
import { getTranslator } from '../../core/i18n/server'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext, ShopContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { publishLiveEvent } from '../../core/server/live'
import { isMailSetUp } from '../../core/server/sending/mail-server'
import { shops } from '../../core/server/tables/shops'
import type { Engine } from '../../db/engine'
import type { Sealer } from '../../db/sealing'
import { defaultAlertRules, type AlertSettings, type AlertSettingsChange, type ChatChange } from '../schema'
import { chatUrlContext } from './channels'
import { isZoneKnown } from './judge-silence'
import { alertSettings } from './tables'

type Row = typeof alertSettings.$inferSelect

const defaultSettings = (shopId: string): Row => ({
  shopId,
  rules: defaultAlertRules,
  silenceSince: new Date(),
  mailEnabled: false,
  mailRecipients: [],
  chatEnabled: false,
  chatKind: 'slack',
  chatUrlSealed: null,
})

/** Secrets only appear as present or masked. */
export async function readAlertSettings({ engine, shop }: ShopContext): Promise<AlertSettings> {
  const [row] = await engine.db.select().from(alertSettings).where(eq(alertSettings.shopId, shop.id))
  return toSettings(engine, row ?? defaultSettings(shop.id))
}

async function toSettings(engine: Pick<Engine, 'db' | 'sealer'>, row: Row): Promise<AlertSettings> {
  const url = row.chatUrlSealed && engine.sealer.unseal(row.chatUrlSealed, chatUrlContext(row.shopId))
  return {
    rules: { ...defaultAlertRules, ...row.rules },
    mail: {
      enabled: row.mailEnabled,
      recipients: row.mailRecipients,
      is_set_up: await isMailSetUp(engine.db),
    },
    chat: { enabled: row.chatEnabled, kind: row.chatKind, masked_url: url ? masked(url) : null },
  }
}

/** Shows the host, and the last four characters of a long URL, to tell URLs apart. */
const masked = (url: string): string => `${new URL(url).origin}/…${url.length > 40 ? url.slice(-4) : ''}`

/**
 * Secrets are sealed, and recorded only as changed.
 * @throws AppError `invalid` if a required value is missing
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
      ...(change.mail && { mailEnabled: change.mail.enabled, mailRecipients: change.mail.recipients }),
      ...(change.chat && chatOf(before, change.chat, engine.sealer)),
    }
    await tx
      .insert(alertSettings)
      .values(next)
      .onConflictDoUpdate({ target: alertSettings.shopId, set: next })
    await recordActivity(tx, context, { action: 'alert_settings.changed', detail: recorded(change) })
    return next
  })
  await publishLiveEvent(context, { kind: 'alert' })
  return toSettings(engine, saved)
}

function rulesOf(before: Row, { rules }: AlertSettingsChange): Partial<Row> {
  if (!rules) return {}
  const begins = rules.no_notifications.enabled && !before.rules.no_notifications.enabled
  return {
    rules: { ...defaultAlertRules, ...before.rules, ...rules },
    ...(begins && { silenceSince: new Date() }),
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
    ...(mail && { mail: { enabled: mail.enabled, recipients: mail.recipients.length } }),
    ...(chat && { chat: { enabled: chat.enabled, kind: chat.kind, url_changed: chat.url !== undefined } }),
  }
}

function refuse(field: string, issue: 'required' | 'invalid_choice'): never {
  throw new AppError('invalid', { errors: { [field]: [getTranslator('issues')(issue)] } })
}
