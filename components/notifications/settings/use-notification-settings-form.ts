'use client'
import { useTranslations } from 'use-intl'
import type { NotificationSettings, notificationSettingsForm } from '@/lib/notifications/settings'
import { type SettingsFormOptions, useSettingsForm } from '@/components/settings/use-settings-form'
import { changeNotificationSettings, notificationSettingsOptions } from '@/lib/notifications/client'

type Schema = typeof notificationSettingsForm

const loadSchema = () =>
  import('@/lib/notifications/settings').then((module) => module.notificationSettingsForm)

/** A form of some of the notification settings. */
export function useNotificationSettingsForm(
  shop: string,
  options: Pick<SettingsFormOptions<Schema, NotificationSettings>, 'settings' | 'valuesOf' | 'prepare'>,
) {
  const t = useTranslations('notificationSettings')
  return useSettingsForm({
    ...options,
    schema: loadSchema,
    send: (change) => changeNotificationSettings(shop, change),
    queryKey: notificationSettingsOptions(shop).queryKey,
    savedText: t('saved'),
  })
}
