'use client'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { z } from 'zod'
import { FormNumberField, FormSwitch, FormTextField } from '@/components/form/fields/fields'
import { LastChange } from '@/components/settings/last-change'
import { SettingsForm, SettingsSection, SettingsPage } from '@/components/settings/settings-form'
import { useSettingsForm } from '@/components/settings/use-settings-form'
import { dynamic } from '@/components/ui/dynamic'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'
import type {
  PaymentSettings,
  PaymentSettingsForm as Wanted,
  paymentSettingsForm,
} from '@/lib/payments/settings'
import { changePaymentSettings, paymentSettingsOptions } from '@/lib/payments/client'
import { MinorUnitsCard } from './minor-units-card'
import { PageDefaultsCard } from './page-defaults-form'

interface PaymentSettingsPageProps {
  shop: string
  liveShopName: string | null
}

export function PaymentSettingsPage({ shop, liveShopName }: PaymentSettingsPageProps) {
  const t = useTranslations('payments')
  const query = useQuery(paymentSettingsOptions(shop))
  return (
    <SettingsPage title={t('title')} query={query} failedTitle={t('failedTitle')}>
      {(settings) => (
        <>
          <PaymentSettingsForm shop={shop} liveShopName={liveShopName} settings={settings} />
          <PageDefaultsCard shop={shop} />
          <MinorUnitsCard shop={shop} liveShopName={liveShopName} />
        </>
      )}
    </SettingsPage>
  )
}

const TypedCardsDialog = dynamic(lazyWithMessages(() => import('./typed-cards-dialog')))

const loadSchema = () => import('@/lib/payments/settings').then((module) => module.paymentSettingsForm)

type Typed = z.input<typeof paymentSettingsForm>

const sections = [
  { id: 'checkouts', settings: ['support_checkouts', 'checkout_query'] },
  { id: 'cards', settings: ['three_d_secure', 'direct_tokenization'] },
  { id: 'provider', settings: ['transaction_query'] },
] as const

const valuesOf = ({ version: _, ...values }: PaymentSettings) => values

interface PaymentSettingsFormProps {
  shop: string
  liveShopName: string | null
  settings: PaymentSettings
}

/** Saves all settings at once. Asks first before a setting that brings an obligation. */
function PaymentSettingsForm({ shop, liveShopName, settings }: PaymentSettingsFormProps) {
  const t = useTranslations('payments')
  const router = useRouter()
  const [asked, setAsked] = useState<{ wanted: Wanted; sent: Typed } | null>(null)
  const { form, save } = useSettingsForm({
    schema: loadSchema,
    settings,
    valuesOf,
    send: (wanted) => changePaymentSettings(shop, wanted),
    queryKey: paymentSettingsOptions(shop).queryKey,
    savedText: t('saved'),
  })

  async function store(wanted: Wanted, sent: Typed) {
    setAsked(null)
    if (await save(wanted, sent)) router.refresh() // The frame and other pages depend on them.
  }
  async function submit(wanted: Wanted, sent: Typed) {
    if (wanted.direct_tokenization && !settings.direct_tokenization) return setAsked({ wanted, sent })
    await store(wanted, sent)
  }
  return (
    <>
      <SettingsForm
        form={form}
        onSubmit={submit}
        saveLabel={t('save')}
        actions={<LastChange shop={shop} part="payments" />}
      >
        {sections.map(({ id, settings: names }) => (
          <SettingsSection key={id} title={t(`sections.${id}`)}>
            {names.map((name) => (
              <FormSwitch key={name} control={form.control} name={name} hint={t(`hints.${name}`)}>
                {t(`names.${name}`)}
              </FormSwitch>
            ))}
            {id === 'provider' && (
              <FormTextField
                control={form.control}
                name="transaction_page"
                label={t('names.transaction_page')}
                hint={t('hints.transaction_page')}
                type="url"
                className="max-w-120"
              />
            )}
            {id === 'checkouts' && (
              <FormNumberField
                control={form.control}
                name="checkout_attempts"
                label={t('names.checkout_attempts')}
                hint={t('hints.checkout_attempts')}
                isNarrow
              />
            )}
          </SettingsSection>
        ))}
      </SettingsForm>
      {asked && (
        <TypedCardsDialog
          liveShopName={liveShopName}
          onClose={() => setAsked(null)}
          onConfirm={() => void store(asked.wanted, asked.sent)}
        />
      )}
    </>
  )
}
