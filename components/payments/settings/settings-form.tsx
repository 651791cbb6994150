'use client'
import { useQueryClient } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormNumberField, FormSwitch } from '@/components/form/fields'
import { SubmitButton } from '@/components/form/submit-button'
import { useSubmitFailure } from '@/components/form/use-submit-failure'
import { useZodForm } from '@/components/form/use-zod-form'
import { ZodForm } from '@/components/form/zod-form'
import { Card, Section } from '@/components/ui/card'
import { toast } from '@/components/ui/toast-store'
import type { PaymentSettings } from '@/lib/payments/settings'
import { changePaymentSettings, paymentSettingsOptions } from '@/lib/payments/settings-client'

const ConfirmDialog = dynamic(() => import('./confirm-dialog'), { loading: () => null })

const loadSchema = () => import('@/lib/payments/settings').then((module) => module.paymentSettings)

const sections = [
  { id: 'checkouts', settings: ['support_checkouts', 'checkout_query'] },
  { id: 'cards', settings: ['three_d_secure', 'direct_tokenization'] },
] as const

interface SettingsFormProps {
  shop: string
  liveShopName: string | null
  settings: PaymentSettings
}

/** Saves all settings at once. Asks first before a setting that brings an obligation. */
export function SettingsForm({ shop, liveShopName, settings }: SettingsFormProps) {
  const t = useTranslations('payments')
  const client = useQueryClient()
  const router = useRouter()
  const showFailure = useSubmitFailure()
  const [asked, setAsked] = useState<PaymentSettings | null>(null)
  const form = useZodForm(loadSchema, { defaultValues: settings })

  async function save(wanted: PaymentSettings) {
    setAsked(null)
    try {
      const saved = await changePaymentSettings(shop, wanted)
      client.setQueryData(paymentSettingsOptions(shop).queryKey, saved)
      form.reset(saved)
      toast(t('saved'))
      router.refresh() // The frame and other pages depend on them.
    } catch (error) {
      showFailure(form, error)
    }
  }
  async function submit(wanted: PaymentSettings) {
    if (wanted.direct_tokenization && !settings.direct_tokenization) return setAsked(wanted)
    await save(wanted)
  }
  return (
    <>
      <ZodForm form={form} onSubmit={submit}>
        <Card>
          {sections.map(({ id, settings: names }) => (
            <Section key={id} title={t(`sections.${id}`)}>
              <div className="grid gap-4">
                {names.map((name) => (
                  <FormSwitch key={name} control={form.control} name={name} hint={t(`hints.${name}`)}>
                    {t(`names.${name}`)}
                  </FormSwitch>
                ))}
                {id === 'checkouts' && (
                  <FormNumberField
                    control={form.control}
                    name="checkout_attempts"
                    label={t('names.checkout_attempts')}
                    hint={t('hints.checkout_attempts')}
                    className="max-w-60"
                  />
                )}
              </div>
            </Section>
          ))}
          <div className="px-5 py-4 max-md:px-4">
            <SubmitButton isSave>{t('save')}</SubmitButton>
          </div>
        </Card>
      </ZodForm>
      {asked && (
        <ConfirmDialog
          liveShopName={liveShopName}
          onClose={() => setAsked(null)}
          onConfirm={() => void save(asked)}
        />
      )}
    </>
  )
}
