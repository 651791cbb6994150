'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { toast } from '@/components/ui/toast-store'
import type { NotificationSettings, NotificationSettingsChange } from '@/lib/notifications/settings'
import { changeNotificationSettings, notificationSettingsOptions } from '@/lib/notifications/settings-client'

export function useSave(shop: string): (change: NotificationSettingsChange) => Promise<NotificationSettings> {
  const t = useTranslations('notificationSettings')
  const client = useQueryClient()
  return async (change) => {
    const saved = await changeNotificationSettings(shop, change)
    client.setQueryData(notificationSettingsOptions(shop).queryKey, saved)
    toast(t('saved'))
    return saved
  }
}
