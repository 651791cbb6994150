import 'server-only'
import { isActivityAlert } from '../kinds'
import type { AlertOccasion } from '../schema'
import { alertValues } from '../values'
import { formatExact } from '../../core/format/dates'
import { formatMoneyIn } from '../../core/format/money'
import { minorUnitExponent } from '../../gateway/values/minor-units'
import { getTranslator } from '../../core/i18n/server'
import { config } from '../../core/server/config/config'
import { currentLocale } from '../../core/i18n/current'
import type { Shop } from '../../core/server/context'
import type { MailMessage } from '../../core/server/sending/mail'
import type { alerts } from './tables'

type Row = Pick<typeof alerts.$inferSelect, 'kind' | 'detail' | 'openedAt' | 'closedAt'>
type ShopOfAlert = Pick<Shop, 'id' | 'name' | 'minorUnits' | 'timeZone'>

/** Formats a moment in the shop's time zone. UTC if it has none: readers of a mail may be in any time zone. */
const instantText = (at: Date, zone: string | null | undefined): string =>
  zone
    ? `${formatExact(at, zone, currentLocale())} (${zone})`
    : `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Returns a link that every reader of alerts may open. Only owners may open the activity, so it links to the alerts. */
function linkOf(shop: Pick<Shop, 'id'> | null, { kind, detail }: Row): string {
  const { appUrl } = config.get()
  if (!shop) return `${appUrl}/installation/${kind === 'backup_overdue' ? 'backups' : 'alerts'}`
  const base = `${appUrl}/shops/${shop.id}`
  if (isActivityAlert(kind)) return `${base}/settings/alerts`
  if (kind === 'forwarding_disabled') return `${base}/settings/forwarding`
  if (kind === 'no_notifications') return `${base}/notifications`
  return detail.notification_id ? `${base}/notifications/${detail.notification_id}` : `${base}/notifications`
}

/** Returns the mail or chat message of an alert, without personal data. `shop` null: an alert of the installation. */
export function messageOf(shop: ShopOfAlert | null, alert: Row, occasion: AlertOccasion): MailMessage {
  const t = getTranslator('alerts.messages')
  const { detail, kind } = alert
  const minorUnits = shop?.minorUnits ?? {}
  const { host } = new URL(config.get().appUrl)
  const name = shop?.name ?? t('installation', { host })
  const last = detail.last_at ? instantText(new Date(detail.last_at), shop?.timeZone) : ''
  const amountText = ({ amount, currency }: { amount: number | null; currency: string | null }) =>
    amount === null || !currency
      ? null
      : formatMoneyIn(amount, currency, minorUnitExponent(currency, minorUnits), currentLocale())
  const values = alertValues(detail, { scope: shop ? 'shop' : 'installation', amountText, last })
  const isOver = occasion === 'over'
  const title = isOver ? t(`over.${kind}`, values) : t(`title.${kind}`, values)
  const at = isOver ? (alert.closedAt ?? new Date()) : alert.openedAt
  const lines = [
    shop ? t('shop', { shop: name }) : t('scope', { host }),
    occasion === 'reminder'
      ? t('since', { at: instantText(at, shop?.timeZone) })
      : t('at', { at: instantText(at, shop?.timeZone) }),
    ...(isOver ? [] : [t('todo', { todo: t(`todo_${kind}`) })]),
    linkOf(shop, alert),
  ]
  return {
    subject: t(`subject.${occasion}`, { shop: name, title }),
    text: [
      t(`begin.${occasion}`, { title }),
      ...(isOver ? [] : [t(`what.${kind}`, values)]),
      lines.join('\n'),
    ].join('\n\n'),
  }
}

export function testMessage(shop: Pick<Shop, 'id' | 'name'>): MailMessage {
  const t = getTranslator('alerts.messages')
  const link = `${config.get().appUrl}/shops/${shop.id}/settings/alerts`
  return {
    subject: t('testSubject', { shop: shop.name }),
    text: [t('testText', { shop: shop.name }), link].join('\n\n'),
  }
}
