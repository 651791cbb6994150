'use client'
import { useQueryClient } from '@tanstack/react-query'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { useSubmitFailure } from '@/components/form/submitting/use-submit-failure'
import { isStale } from '@/components/settings/use-settings-form'
import { connectionOptions } from '@/lib/shops/client'

/**
 * Shows in a dialog's form why a change of a shop was refused. After someone else's change, it says so once, and takes
 * over the saved version, so that the next attempt counts.
 */
export function useVersionedFailure(shop: string) {
  const t = useTranslations('shops')
  const client = useQueryClient()
  const showFailure = useSubmitFailure()
  return async function show<V extends FieldValues & { version: number }>(
    form: UseFormReturn<V, unknown, unknown>,
    error: unknown,
  ): Promise<void> {
    if (!isStale(error)) return showFailure(form, error)
    form.setError('root.server', { type: 'server', message: t('conflict') })
    const latest = await client.query({ ...connectionOptions(shop), staleTime: 0 }).catch(() => null)
    if (latest) form.setValue('version' as Path<V>, latest.version as PathValue<V, Path<V>>)
  }
}
