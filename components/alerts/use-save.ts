'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { toast } from '@/components/ui/toast-store'
import type { AlertSettings, AlertSettingsChange } from '@/lib/alerts/schema'
import { alertSettingsOptions, changeAlertSettings } from '@/lib/alerts/client'

/** Returns a function that saves part of the alert settings and confirms it with a toast. */
export function useSave(shop: string): (change: AlertSettingsChange) => Promise<AlertSettings> {
  const t = useTranslations('alerts')
  const client = useQueryClient()
  return async (change) => {
    const saved = await changeAlertSettings(shop, change)
    client.setQueryData(alertSettingsOptions(shop).queryKey, saved)
    toast(t('saved'))
    return saved
  }
}
