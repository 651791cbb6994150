'use client'
import { useTranslations } from 'use-intl'
import type { FormSchema } from '@/components/form/resolver'
import { type SettingsFormOptions, useSettingsForm } from '@/components/settings/use-settings-form'
import { alertSettingsOptions, changeAlertSettings } from '@/lib/alerts/client'
import type { AlertSettings, AlertSettingsChange } from '@/lib/alerts/schema'

/** A form for some of the alert settings. */
export function useAlertSettingsForm<S extends FormSchema>(
  shop: string,
  options: Pick<SettingsFormOptions<S, AlertSettings>, 'schema' | 'settings' | 'valuesOf' | 'prepare'>,
) {
  const t = useTranslations('alerts')
  return useSettingsForm<S, AlertSettings, Omit<AlertSettingsChange, 'version'>>({
    ...options,
    send: (change) => changeAlertSettings(shop, change),
    queryKey: alertSettingsOptions(shop).queryKey,
    savedText: t('saved'),
  })
}
