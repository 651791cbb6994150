'use client'
import { useTranslations } from 'use-intl'
import type { z } from 'zod'
import { filledLines, FormLines } from '@/components/form/fields/lines-field'
import { LastInstallationChange } from '@/components/settings/last-change'
import { SettingsForm, SettingsSection } from '@/components/settings/settings-form'
import { changeInstallation, installationOptions } from '@/lib/shops/client'
import { networksForm, type InstallationSettings } from '@/lib/shops/installation'
import { useInstallationForm } from '@/components/settings/use-installation-form'

const valuesOf = ({ allowed_networks }: InstallationSettings) => ({ allowed_networks })

const prepare = ({ allowed_networks: networks }: z.input<typeof networksForm>) => ({
  allowed_networks: filledLines(networks),
})

/** The closed networks that may be called. */
export function NetworksForm({ settings }: { settings: InstallationSettings }) {
  const t = useTranslations('installation')
  const { form, save } = useInstallationForm({
    schema: networksForm,
    settings,
    valuesOf,
    prepare,
    send: changeInstallation,
    queryKey: installationOptions().queryKey,
  })
  return (
    <SettingsForm
      form={form}
      onSubmit={save}
      saveLabel={t('save')}
      actions={<LastInstallationChange part="networks" />}
    >
      <SettingsSection title={t('networks')} text={t('networksText')}>
        <FormLines
          control={form.control}
          name="allowed_networks"
          label={t('allowed')}
          hint={t('allowedHint')}
          isMono
          spellCheck="false"
        />
      </SettingsSection>
    </SettingsForm>
  )
}
