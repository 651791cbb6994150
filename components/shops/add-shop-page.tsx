'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Card, Section } from '@/components/ui/card'
import { RadioCards } from '@/components/ui/fields/radio-cards'
import { presets, type Preset } from '@/lib/shops/presets'
import { ProviderForm } from './provider-form'
import { SandboxForm } from './sandbox-form'

/** Connects a shop: where it is, its credentials, a test, and what to call it. */
export function AddShopPage({ hasSandbox }: { hasSandbox: boolean }) {
  const t = useTranslations('shops')
  const offered = presets.filter(({ id }) => hasSandbox || id !== 'sandbox')
  const [chosen, setChosen] = useState<Preset['id']>('own')
  const preset = presets.find(({ id }) => id === chosen)
  const asks = preset?.asks ?? 'three'
  return (
    <>
      <h1 className="mb-4 text-xl font-[620] tracking-[-0.015em]">{t('title')}</h1>
      <p className="mb-4 max-w-3xl text-md/5 text-muted">{t('intro')}</p>
      <div className="grid max-w-3xl gap-4">
        <Card>
          <Section title={t('parts.provider')}>
            <RadioCards
              label={t('fields.preset')}
              items={offered.map(({ id }) => ({
                id,
                label: t(`presets.${id}.label`),
                text: t(`presets.${id}.text`),
              }))}
              value={chosen}
              onChange={setChosen}
            />
          </Section>
        </Card>
        {asks === 'none' ? <SandboxForm /> : <ProviderForm asks={asks} addresses={preset?.addresses} />}
      </div>
    </>
  )
}
