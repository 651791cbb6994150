'use client'
import { useTranslations } from 'use-intl'
import { FormNumberField, FormSwitch } from '@/components/form/fields/fields'
import { factorForm, type InstallationSettings } from '@/lib/shops/installation'
import { InstallationCard } from './installation-card'

const valuesOf = ({ factor_required, factor_grace_days }: InstallationSettings) => ({
  factor_required,
  factor_grace_days,
})

/** Whether everybody needs a second factor. */
export function FactorForm({ settings }: { settings: InstallationSettings }) {
  const t = useTranslations('installation')
  return (
    <InstallationCard
      part="factor"
      title={t('factor.title')}
      text={t('factor.text')}
      saveLabel={t('factor.save')}
      schema={factorForm}
      settings={settings}
      valuesOf={valuesOf}
    >
      {(control) => (
        <>
          <FormSwitch control={control} name="factor_required">
            {t('factor.required')}
          </FormSwitch>
          <FormNumberField
            control={control}
            name="factor_grace_days"
            label={t('factor.days')}
            hint={t('factor.daysHint')}
            isNarrow
          />
        </>
      )}
    </InstallationCard>
  )
}
