'use client'
import type { ReactNode } from 'react'
import type { FormSchema } from '@/components/form/resolver'
import type { ZodForm } from '@/components/form/use-zod-form'
import { LastInstallationChange } from '@/components/settings/last-change'
import { SettingsForm, SettingsSection } from '@/components/settings/settings-form'
import { useInstallationForm } from '@/components/settings/use-installation-form'
import type { SettingsFormOptions } from '@/components/settings/use-settings-form'
import { changeInstallation, installationOptions } from '@/lib/shops/client'
import type { InstallationSettings } from '@/lib/shops/installation'
import type { InstallationPart } from '@/lib/shops/settings-changes'

interface InstallationCardProps<S extends FormSchema> extends Pick<
  SettingsFormOptions<S, InstallationSettings>,
  'schema' | 'settings' | 'valuesOf' | 'prepare'
> {
  part: InstallationPart
  title: string
  text?: string
  saveLabel: string
  children: (control: ZodForm<S>['control']) => ReactNode
}

/** A part of the installation's settings, which is saved on its own. */
export function InstallationCard<S extends FormSchema>(props: InstallationCardProps<S>) {
  const { part, title, text, saveLabel, children, ...options } = props
  const { form, save } = useInstallationForm<S, InstallationSettings>({
    ...options,
    send: changeInstallation,
    queryKey: installationOptions().queryKey,
  })
  return (
    <SettingsForm
      form={form}
      onSubmit={save}
      saveLabel={saveLabel}
      actions={<LastInstallationChange part={part} />}
    >
      <SettingsSection title={title} text={text}>
        {children(form.control)}
      </SettingsSection>
    </SettingsForm>
  )
}
