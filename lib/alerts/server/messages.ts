import 'server-only'
import type { AlertOccasion } from '../schema'
import { formatMoney } from '../../core/format/money'
import { minorUnitExponent } from '../../gateway/minor-units'
import { getTranslator } from '../../core/i18n/server'
import { config } from '../../core/server/config'
import type { Shop } from '../../core/server/context'
import type { MailMessage } from '../../core/server/sending/mail'
import type { alerts } from './tables'

type Row = Pick<typeof alerts.$inferSelect, 'kind' | 'detail' | 'openedAt' | 'closedAt'>
type ShopOfAlert = Pick<Shop, 'id' | 'name' | 'minorUnits'>

/** In UTC: readers of a mail may be in any time zone. */
const instantText = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

function linkOf({ id }: Pick<Shop, 'id'>, { kind, detail }: Row): string {
  const base = `${config.get().appUrl}/shops/${id}`
  if (kind === 'forwarding_disabled') return `${base}/settings/forwarding`
  if (kind === 'no_notifications') return `${base}/notifications`
  return detail.notification_id ? `${base}/notifications/${detail.notification_id}` : `${base}/notifications`
}

/** No personal data. */
export function messageOf(shop: ShopOfAlert, alert: Row, occasion: AlertOccasion): MailMessage {
  const t = getTranslator('alerts.messages')
  const { detail, kind } = alert
  const last = detail.last_at ? instantText(new Date(detail.last_at)) : ''
  const values = {
    tries: detail.tries ?? 0,
    minutes: detail.minutes ?? 0,
    hours: detail.hours ?? 0,
    endpoint: detail.endpoint ?? '',
    last,
    hasLast: last ? 'yes' : 'no',
    amount: amountText(shop, detail),
    hasAmount: detail.amount == null ? 'no' : 'yes',
    difference: detail.difference ?? 'other',
    asked: amountText(shop, { amount: detail.asked_amount, currency: detail.asked_currency }),
  }
  const isOver = occasion === 'over'
  const title = isOver ? t(`over.${kind}`, values) : t(`title.${kind}`, values)
  const at = isOver ? (alert.closedAt ?? new Date()) : alert.openedAt
  const lines = [
    t('shop', { shop: shop.name }),
    occasion === 'reminder' ? t('since', { at: instantText(at) }) : t('at', { at: instantText(at) }),
    ...(isOver ? [] : [t('todo', { todo: t(`todo_${kind}`) })]),
    linkOf(shop, alert),
  ]
  return {
    subject: t(`subject.${occasion}`, { shop: shop.name, title }),
    text: [
      t(`begin.${occasion}`, { title }),
      ...(isOver ? [] : [t(`what.${kind}`, values)]),
      lines.join('\n'),
    ].join('\n\n'),
  }
}

function amountText({ minorUnits }: ShopOfAlert, { amount, currency }: Row['detail']): string {
  if (amount == null || !currency) return ''
  return formatMoney(amount, currency, minorUnitExponent(currency, minorUnits))
}

export function testMessage(shop: Pick<Shop, 'id' | 'name'>): MailMessage {
  const t = getTranslator('alerts.messages')
  const link = `${config.get().appUrl}/shops/${shop.id}/settings/alerts`
  return {
    subject: t('testSubject', { shop: shop.name }),
    text: [t('testText', { shop: shop.name }), link].join('\n\n'),
  }
}
