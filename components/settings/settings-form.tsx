'use client'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { DefaultValues, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { z } from 'zod'
import { ApiError } from '@/lib/core/http'
import type { SchemaOrLoader, FormSchema } from '../form/resolver'
import { SubmitButton } from '../form/submit-button'
import { useSubmitFailure } from '../form/use-submit-failure'
import { useZodForm, type ZodForm as Form } from '../form/use-zod-form'
import { ZodForm } from '../form/zod-form'
import { Card, Section } from '../ui/card'
import { toast } from '../ui/overlays/toast-store'

export interface SettingsFormOptions<S extends FormSchema, Settings, Change = z.output<S>> {
  schema: SchemaOrLoader<S>
  settings: Settings
  valuesOf: (settings: Settings) => DefaultValues<z.input<S>>
  prepare?: (values: z.input<S>) => unknown
  send: (change: Change) => Promise<Settings>
  /** Where the query of these settings is kept. */
  queryKey: QueryKey
  savedText: string | ((saved: Settings) => string)
}

interface SettingsFormState<S extends FormSchema, Settings, Change> {
  form: Form<S>
  /** Sends a change. A refusal stays in the form, with what was typed. Resolves to whether it was saved. */
  save: (change: Change) => Promise<boolean>
  /** Shows settings as saved. For a form whose change is sent by a dialog. */
  showSaved: (saved: Settings) => void
}

/** Puts back what was typed while the values were on their way. */
function keepTyped<V extends FieldValues>(
  form: UseFormReturn<V, unknown, unknown>,
  { sent, typed }: Record<'sent' | 'typed', V>,
) {
  for (const name of Object.keys(typed) as Path<V>[])
    if (JSON.stringify(typed[name]) !== JSON.stringify(sent[name]))
      form.setValue(name, typed[name], { shouldDirty: true })
}

/** One form of a page of settings. After saving it holds what the server answered. */
export function useSettingsForm<S extends FormSchema, Settings, Change = z.output<S>>(
  options: SettingsFormOptions<S, Settings, Change>,
): SettingsFormState<S, Settings, Change> {
  const { schema, settings, valuesOf, prepare, send, queryKey, savedText } = options
  const t = useTranslations('form')
  const client = useQueryClient()
  const showFailure = useSubmitFailure()
  const form = useZodForm(schema, { defaultValues: valuesOf(settings), prepare })

  function showSaved(saved: Settings) {
    client.setQueryData(queryKey, saved)
    form.reset(valuesOf(saved))
    toast(typeof savedText === 'string' ? savedText : savedText(saved))
  }
  async function save(change: Change): Promise<boolean> {
    const sent = structuredClone(form.getValues())
    try {
      const saved = await send(change)
      const typed = structuredClone(form.getValues())
      showSaved(saved)
      keepTyped(form, { sent, typed })
      return true
    } catch (error) {
      if (error instanceof ApiError && error.code === 'conflict') {
        form.setError('root.server', { type: 'server', message: t('changedMeanwhile') })
        void client.invalidateQueries({ queryKey })
      } else showFailure(form, error)
      return false
    }
  }
  return { form, save, showSaved }
}

interface SettingsFormProps<V extends FieldValues, Output> {
  form: UseFormReturn<V, unknown, Output>
  onSubmit: (values: Output) => Promise<unknown>
  saveLabel: string
  /** More buttons, beside the one that saves. */
  actions?: ReactNode
  /** {@link SettingsSection}s. */
  children: ReactNode
}

/** A card that is saved on its own, so that an error in one does not block the others. */
export function SettingsForm<V extends FieldValues, Output>(props: SettingsFormProps<V, Output>) {
  const { form, onSubmit, saveLabel, actions, children } = props
  return (
    <ZodForm form={form} onSubmit={async (values) => void (await onSubmit(values))}>
      <Card>
        {children}
        <div className="flex flex-wrap items-start gap-2 px-5 py-4 max-md:px-4">
          <SubmitButton isSave>{saveLabel}</SubmitButton>
          {actions}
        </div>
      </Card>
    </ZodForm>
  )
}

interface SettingsSectionProps {
  title: string
  text?: string
  children: ReactNode
}

export function SettingsSection({ title, text, children }: SettingsSectionProps) {
  return (
    <Section title={title}>
      {text && <p className="mb-4 text-md/5">{text}</p>}
      <div className="grid gap-4">{children}</div>
    </Section>
  )
}
