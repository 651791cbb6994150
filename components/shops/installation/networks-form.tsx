'use client'
import { useTranslations } from 'use-intl'
import type { z } from 'zod'
import { filledLines, FormLines } from '@/components/form/fields/lines-field'
import { networksForm, type InstallationSettings } from '@/lib/shops/installation'
import { InstallationCard } from './installation-card'

const valuesOf = ({ allowed_networks }: InstallationSettings) => ({ allowed_networks })

const prepare = ({ allowed_networks: networks }: z.input<typeof networksForm>) => ({
  allowed_networks: filledLines(networks),
})

/** The closed networks that may be called. */
export function NetworksForm({ settings }: { settings: InstallationSettings }) {
  const t = useTranslations('installation')
  return (
    <InstallationCard
      part="networks"
      title={t('networks')}
      text={t('networksText')}
      saveLabel={t('save')}
      schema={networksForm}
      settings={settings}
      valuesOf={valuesOf}
      prepare={prepare}
    >
      {(control) => (
        <FormLines
          control={control}
          name="allowed_networks"
          label={t('allowed')}
          hint={t('allowedHint')}
          isMono
        />
      )}
    </InstallationCard>
  )
}
