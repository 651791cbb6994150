'use client'
import { useTranslations } from 'use-intl'
import { FormSwitch } from '@/components/form/fields/fields'
import { LastInstallationChange } from '@/components/settings/last-change'
import { SettingsForm, SettingsSection } from '@/components/settings/settings-form'
import { changeInstallation, installationOptions } from '@/lib/shops/client'
import { sandboxForm, type InstallationSettings } from '@/lib/shops/installation'
import { useInstallationForm } from '@/components/settings/use-installation-form'

const valuesOf = ({ has_sandbox, is_sandbox_public }: InstallationSettings) => ({
  has_sandbox,
  is_sandbox_public,
})

/** Whether the sandbox runs, and who sees its payer pages. */
export function SandboxSwitches({ settings }: { settings: InstallationSettings }) {
  const t = useTranslations('installation.sandbox')
  const { form, save } = useInstallationForm({
    schema: sandboxForm,
    settings,
    valuesOf,
    send: changeInstallation,
    queryKey: installationOptions().queryKey,
  })
  const { is_running: isRunning, is_given: isGiven } = settings.sandbox
  return (
    <SettingsForm
      form={form}
      onSubmit={save}
      saveLabel={t('save')}
      actions={<LastInstallationChange part="sandbox" />}
    >
      <SettingsSection title={t('title')} text={t('text')}>
        <FormSwitch
          control={form.control}
          name="has_sandbox"
          isDisabled={isGiven}
          hint={isGiven ? t('given') : t('runHint')}
        >
          {t('run')}
        </FormSwitch>
        {settings.has_sandbox !== isRunning && (
          <p role="status" className="rounded-md bg-warn-weak px-3 py-2 text-md text-warn">
            {t(isRunning ? 'stopsLater' : 'runsLater')}
          </p>
        )}
        <FormSwitch control={form.control} name="is_sandbox_public" hint={t('publicHint')}>
          {t('public')}
        </FormSwitch>
      </SettingsSection>
    </SettingsForm>
  )
}
