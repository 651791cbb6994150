'use client'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { z } from 'zod'
import { useSubmitFailure } from '@/components/form/use-submit-failure'
import { useZodForm, type ZodForm } from '@/components/form/use-zod-form'
import { useFollowSaved } from '@/components/settings/use-follow-saved'
import { toast } from '@/components/ui/overlays/toast-store'
import { ApiError } from '@/lib/core/http'
import { installationChangesOptions } from '@/lib/shops/client'

interface Versioned {
  version: number
}

type VersionedSchema = z.ZodType<FieldValues, FieldValues & Versioned>

interface InstallationFormOptions<S extends VersionedSchema, Settings extends Versioned> {
  schema: S
  settings: Settings
  valuesOf: (settings: Settings) => DefaultValues<z.input<S>> & Versioned
  prepare?: (values: z.input<S>) => unknown
  send: (change: z.output<S>) => Promise<Settings>
  /** Where the query of these settings is kept. */
  queryKey: QueryKey
}

/** A form of settings of the installation. A change of what somebody else changed meanwhile is refused, and keeps what was typed. */
export function useInstallationForm<S extends VersionedSchema, Settings extends Versioned>(
  options: InstallationFormOptions<S, Settings>,
): { form: ZodForm<S>; save: (change: z.output<S>) => Promise<void> } {
  const { schema, settings, valuesOf, prepare, send, queryKey } = options
  const t = useTranslations('installation')
  const client = useQueryClient()
  const showFailure = useSubmitFailure()
  const form = useZodForm(schema, { defaultValues: valuesOf(settings), prepare })
  useFollowSaved(form, valuesOf(settings))
  const save = (change: z.output<S>) =>
    send(change).then(
      (saved) => {
        form.reset(valuesOf(saved))
        client.setQueryData(queryKey, saved)
        void client.invalidateQueries(installationChangesOptions())
        toast(t('saved'))
      },
      (error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== 'conflict') return showFailure(form, error)
        toast(t('conflict'), 'bad')
        void client.invalidateQueries({ queryKey })
      },
    )
  return { form, save }
}
