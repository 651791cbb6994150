'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Card, Section } from '@/components/ui/card'
import { RadioCards } from '@/components/ui/fields/radio-cards'
import { presets, type Preset } from '@/lib/shops/presets'
import { openShop, ProviderForm, useProviderForm } from './provider-form'
import { FormTextField } from '@/components/form/fields/fields'
import { markSaved } from '@/components/form/saved'
import { SubmitButton } from '@/components/form/submitting/submit-button'
import { useSubmitFailure } from '@/components/form/submitting/use-submit-failure'
import { useZodForm } from '@/components/form/use-zod-form'
import { ZodForm } from '@/components/form/zod-form'
import { useViewerTimeZone } from '@/components/time/clock'
import { PageTitle } from '@/components/ui/page-title'
import { createShop } from '@/lib/shops/client'
import { sandboxShopCreate } from '@/lib/shops/schema'

/** Connects a shop: where it is, its credentials, a test, and what to call it. */
export function AddShopPage({ hasSandbox }: { hasSandbox: boolean }) {
  const t = useTranslations('shops')
  const offered = presets.filter(({ id }) => hasSandbox || id !== 'sandbox')
  const [chosen, setChosen] = useState<Preset['id']>('own')
  const preset = presets.find(({ id }) => id === chosen)
  const asks = preset?.asks ?? 'three'
  // Kept here, so that switching the choice and back loses nothing.
  const provider = useProviderForm(asks)
  const sandbox = useSandboxForm()
  return (
    <>
      <PageTitle className="mb-4">{t('title')}</PageTitle>
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
        {asks === 'none' ? (
          <SandboxForm form={sandbox} />
        ) : (
          <ProviderForm form={provider} asks={asks} addresses={preset?.addresses} />
        )}
      </div>
    </>
  )
}

const useSandboxForm = () => useZodForm(sandboxShopCreate, { defaultValues: { name: '', mode: 'sandbox' } })

/** A shop at the sandbox needs a name only. */
function SandboxForm({ form }: { form: ReturnType<typeof useSandboxForm> }) {
  const t = useTranslations('shops')
  const showFailure = useSubmitFailure()
  const zone = useViewerTimeZone()
  return (
    <ZodForm
      form={form}
      onSubmit={(values) =>
        createShop({ ...values, time_zone: zone }).then(
          ({ id }) => {
            markSaved(form)
            openShop(id)
          },
          (error: unknown) => showFailure(form, error),
        )
      }
    >
      <Card>
        <Section title={t('fields.name')}>
          <FormTextField
            control={form.control}
            name="name"
            label={t('fields.name')}
            hint={t('where.name')}
            autoComplete="off"
          />
          <p className="mt-4 text-xs text-muted">{t('newZone', { zone })}</p>
        </Section>
        <div className="px-5 py-4 max-md:px-4">
          <SubmitButton>{t('make')}</SubmitButton>
        </div>
      </Card>
    </ZodForm>
  )
}
