'use client'
import { useTranslations } from 'use-intl'
import { useFormField } from '@/components/form/fields/use-form-field'
import { LastInstallationChange } from '@/components/settings/last-change'
import { SettingsForm, SettingsSection } from '@/components/settings/settings-form'
import { RadioCards } from '@/components/ui/fields/radio-cards'
import { shopAdders } from '@/lib/core/shop'
import { changeInstallation, installationOptions } from '@/lib/shops/client'
import { addersForm, type InstallationSettings } from '@/lib/shops/installation'
import { useInstallationForm } from '@/components/settings/use-installation-form'

const valuesOf = ({ shop_adders }: InstallationSettings) => ({ shop_adders })

/** Who may add shops. */
export function AddersForm({ settings }: { settings: InstallationSettings }) {
  const t = useTranslations('installation.adding')
  const { form, save } = useInstallationForm({
    schema: addersForm,
    settings,
    valuesOf,
    send: changeInstallation,
    queryKey: installationOptions().queryKey,
  })
  const { value, change, error, bound } = useFormField(
    { control: form.control, name: 'shop_adders' },
    t('title'),
    (id) => t(id === 'owners' ? 'choices.owners' : 'choices.administrators'),
  )
  return (
    <SettingsForm
      form={form}
      onSubmit={save}
      saveLabel={t('save')}
      actions={<LastInstallationChange part="adding" />}
    >
      <SettingsSection title={t('title')}>
        <RadioCards
          {...bound}
          label={t('who')}
          error={error}
          value={shopAdders.find((id) => id === value) ?? null}
          onChange={change}
          items={shopAdders.map((id) => ({ id, label: t(`choices.${id}`), text: t(`choicesText.${id}`) }))}
        />
      </SettingsSection>
    </SettingsForm>
  )
}
