import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import { getTranslator } from '../../core/i18n/server'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext, ShopContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { publishLiveEvent } from '../../core/server/live'
import { openedOrNull } from '../../core/server/secrets/opened'
import { isMailSetUp } from '../../core/server/sending/mail'
import { loadShopRow, updateShop, withLockedShop } from '../../core/server/shop/change'
import type { Database } from '../../db/database'
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

/** Returns a shop's alert settings. The chat's address is masked. */
export async function readAlertSettings({ engine, shop }: ShopContext): Promise<AlertSettings> {
  const [row, { version }] = [await loadRow(engine.db, shop.id), await loadShopRow(engine.db, shop.id)]
  return toSettings(engine, row, version)
}

async function loadRow(db: Database, shopId: string): Promise<Row> {
  const [row] = await db.select().from(alertSettings).where(eq(alertSettings.shopId, shopId))
  return row ?? defaultSettings(shopId)
}

async function toSettings(
  engine: Pick<Engine, 'db' | 'sealer'>,
  row: Row,
  version: number,
): Promise<AlertSettings> {
  const url = chatUrlIn(row, engine.sealer)
  return {
    version,
    rules: { ...defaultAlertRules, ...row.rules },
    mail: {
      enabled: row.mailEnabled,
      recipients: row.mailRecipients,
      is_set_up: await isMailSetUp(engine.db),
    },
    chat: { enabled: row.chatEnabled, kind: row.chatKind, masked_url: url ? masked(url) : null },
  }
}

/** Returns the chat's address. Null if none is set, or if no sealing key opens it; a person must then enter it again. */
const chatUrlIn = ({ shopId, chatUrlSealed: sealed }: Row, sealer: Sealer): string | null =>
  sealed && openedOrNull(sealer, sealed, chatUrlContext(shopId))

/** Shows the origin, and the last four characters of a URL longer than 40 characters, to tell URLs apart. */
const masked = (url: string): string => `${new URL(url).origin}/…${url.length > 40 ? url.slice(-4) : ''}`

/**
 * Changes a shop's alert settings. Seals the chat's address. The activity records only that it changed.
 * @throws AppError `conflict`; `invalid` if a required value is missing, or the database does not know the time zone
 */
export async function changeAlertSettings(
  context: ActorContext,
  { version, ...change }: AlertSettingsChange,
): Promise<AlertSettings> {
  const { engine, shop } = context
  const zone = change.rules?.no_notifications.daytime?.zone
  if (zone !== undefined && !(await isZoneKnown(engine.db, zone)))
    refuse('rules.no_notifications.daytime.zone', 'invalid_choice')
  const saved = await withLockedShop(context, { version }, async (tx, locked) => {
    const before = await loadRow(tx, shop.id)
    const next: Row = {
      ...before,
      ...rulesOf(before, change),
      ...(change.mail && { mailEnabled: change.mail.enabled, mailRecipients: change.mail.recipients }),
      ...(change.chat && chatOf(before, change.chat, engine.sealer)),
    }
    const detail = recorded(change, changedParts(engine, before, next))
    if (Object.keys(detail).length === 0) return { row: before, version }
    await tx
      .insert(alertSettings)
      .values(next)
      .onConflictDoUpdate({ target: alertSettings.shopId, set: next })
    await recordActivity(tx, context, { action: 'alert_settings.changed', detail })
    return { row: next, version: (await updateShop(tx, locked)).version }
  })
  await publishLiveEvent(context, { kind: 'alert' })
  return toSettings(engine, saved.row, saved.version)
}

function rulesOf(before: Row, { rules }: Change): Partial<Row> {
  if (!rules) return {}
  const isTurnedOn = rules.no_notifications.enabled && !before.rules.no_notifications.enabled
  return {
    rules: { ...defaultAlertRules, ...before.rules, ...rules },
    ...(isTurnedOn && { silenceSince: new Date() }),
  }
}

function chatOf(before: Row, { enabled, kind, url }: ChatChange, sealer: Sealer): Partial<Row> {
  const chatUrlSealed =
    url === undefined
      ? before.chatUrlSealed
      : url === null
        ? null
        : sealer.seal(url, chatUrlContext(before.shopId))
  if (enabled && !chatUrlIn({ ...before, chatUrlSealed }, sealer)) refuse('chat.url', 'required')
  return { chatEnabled: enabled, chatKind: kind, chatUrlSealed }
}

type Change = Omit<AlertSettingsChange, 'version'>

/** Returns which parts differ, so that saving the same values again records nothing. */
function changedParts(
  { sealer }: Pick<Engine, 'sealer'>,
  before: Row,
  next: Row,
): Record<keyof Change, boolean> {
  const parts = (row: Row) => ({
    rules: { ...defaultAlertRules, ...row.rules },
    mail: [row.mailEnabled, row.mailRecipients],
    chat: [row.chatEnabled, row.chatKind, chatUrlIn(row, sealer)],
  })
  const [was, is] = [parts(before), parts(next)]
  const differs = (part: keyof Change) => !isDeepStrictEqual(was[part], is[part])
  return { rules: differs('rules'), mail: differs('mail'), chat: differs('chat') }
}

/** Returns the details for the activity: what changed, without people's addresses and secrets. */
function recorded(
  { rules, mail, chat }: Change,
  changed: Record<keyof Change, boolean>,
): Record<string, unknown> {
  return {
    ...(rules && changed.rules && { rules }),
    ...(mail && changed.mail && { mail: { enabled: mail.enabled, recipients: mail.recipients.length } }),
    ...(chat &&
      changed.chat && {
        chat: { enabled: chat.enabled, kind: chat.kind, url_changed: chat.url !== undefined },
      }),
  }
}

function refuse(field: string, issue: 'required' | 'invalid_choice'): never {
  throw new AppError('invalid', { errors: { [field]: [getTranslator('issues')(issue)] } })
}
