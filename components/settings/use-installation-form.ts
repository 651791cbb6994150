'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { FormSchema } from '@/components/form/resolver'
import { type SettingsFormOptions, useSettingsForm } from './use-settings-form'
import { installationChangesOptions } from '@/lib/shops/client'

/** A form of some of the installation's settings. */
export function useInstallationForm<S extends FormSchema, Settings extends { version: number }>({
  send,
  ...options
}: Omit<SettingsFormOptions<S, Settings>, 'savedText' | 'onRefused'>) {
  const t = useTranslations('installation')
  const client = useQueryClient()
  return useSettingsForm<S, Settings>({
    ...options,
    savedText: t('saved'),
    // The installation has no live events.
    send: (change) => send(change).finally(() => void client.invalidateQueries(installationChangesOptions())),
  })
}
