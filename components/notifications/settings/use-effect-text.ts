'use client'
import { useLocale, useTranslations } from 'use-intl'
import type { NotificationRetentionEffect } from '@/lib/notifications/settings'

export function useEffectText(): (effect: NotificationRetentionEffect) => string {
  const t = useTranslations('notificationSettings')
  const locale = useLocale()
  const format = new Intl.NumberFormat(locale)
  return ({ payloads, personal, exact }) => {
    if (payloads === 0 && personal === 0) return t('effectNone')
    const values = { payloads: format.format(payloads), personal: format.format(personal) }
    return t(exact ? 'effect' : 'effectOver', values)
  }
}
