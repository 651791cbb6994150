'use client'
import { useTranslations } from 'use-intl'
import { FormNumberField, FormSwitch } from '@/components/form/fields/fields'
import { LastInstallationChange } from '@/components/settings/last-change'
import { SettingsForm, SettingsSection } from '@/components/settings/settings-form'
import { changeInstallation, installationOptions } from '@/lib/shops/client'
import { factorForm, type InstallationSettings } from '@/lib/shops/installation'
import { useInstallationForm } from '@/components/settings/use-installation-form'

const valuesOf = ({ factor_required, factor_grace_days }: InstallationSettings) => ({
  factor_required,
  factor_grace_days,
})

/** Whether everybody needs a second factor. */
export function FactorForm({ settings }: { settings: InstallationSettings }) {
  const t = useTranslations('installation')
  const { form, save } = useInstallationForm({
    schema: factorForm,
    settings,
    valuesOf,
    prepare: (values) => values,
    send: changeInstallation,
    queryKey: installationOptions().queryKey,
  })
  return (
    <SettingsForm
      form={form}
      onSubmit={save}
      saveLabel={t('factor.save')}
      actions={<LastInstallationChange part="factor" />}
    >
      <SettingsSection title={t('factor.title')} text={t('factor.text')}>
        <FormSwitch control={form.control} name="factor_required">
          {t('factor.required')}
        </FormSwitch>
        <FormNumberField
          control={form.control}
          name="factor_grace_days"
          label={t('factor.days')}
          hint={t('factor.daysHint')}
          isNarrow
        />
      </SettingsSection>
    </SettingsForm>
  )
}
