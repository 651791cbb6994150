'use client'
import { useQueryClient } from '@tanstack/react-query'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { useSubmitFailure } from '@/components/form/use-submit-failure'
import { toast } from '@/components/ui/overlays/toast-store'
import { ApiError } from '@/lib/core/http'
import { connectionOptions } from '@/lib/shops/client'

/** Shows why a change was refused. After somebody else's change, loads what is saved now and says so. */
export function useConnectionFailure(shop: string) {
  const t = useTranslations('shops')
  const client = useQueryClient()
  const showFailure = useSubmitFailure()
  return function show<V extends FieldValues>(
    form: UseFormReturn<V, unknown, unknown>,
    error: unknown,
  ): void {
    if (!(error instanceof ApiError) || error.code !== 'conflict') return showFailure(form, error)
    form.setError('root.server', { type: 'server', message: t('conflict') })
    toast(t('conflict'), 'bad')
    void client.invalidateQueries(connectionOptions(shop))
  }
}
