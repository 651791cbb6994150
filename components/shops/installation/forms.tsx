'use client'
import { useTranslations } from 'use-intl'
import { useFormField } from '@/components/form/fields/use-form-field'
import type { ZodForm } from '@/components/form/use-zod-form'
import { RadioCards } from '@/components/ui/fields/radio-cards'
import { shopAdders } from '@/lib/core/shop'
import { addersForm, type InstallationSettings } from '@/lib/shops/installation'
import { InstallationCard } from './installation-card'

const valuesOf = ({ shop_adders }: InstallationSettings) => ({ shop_adders })

/** Who may add shops. */
export function AddersForm({ settings }: { settings: InstallationSettings }) {
  const t = useTranslations('installation.adding')
  return (
    <InstallationCard
      part="adding"
      title={t('title')}
      saveLabel={t('save')}
      schema={addersForm}
      settings={settings}
      valuesOf={valuesOf}
    >
      {(control) => <Adders control={control} />}
    </InstallationCard>
  )
}

function Adders({ control }: Pick<ZodForm<typeof addersForm>, 'control'>) {
  const t = useTranslations('installation.adding')
  const { value, change, error, bound } = useFormField({ control, name: 'shop_adders' }, t('title'), (id) =>
    t(id === 'owners' ? 'choices.owners' : 'choices.administrators'),
  )
  return (
    <RadioCards
      {...bound}
      label={t('who')}
      error={error}
      value={shopAdders.find((id) => id === value) ?? null}
      onChange={change}
      items={shopAdders.map((id) => ({ id, label: t(`choices.${id}`), text: t(`choicesText.${id}`) }))}
    />
  )
}
