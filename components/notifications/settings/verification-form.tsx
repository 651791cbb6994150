'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dynamic } from '@/components/ui/dynamic'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { useFailureText } from '@/components/dialogs/failure'
import { InUse } from '@/components/frame/in-use'
import { SettingsCard } from '@/components/settings/settings-form'
import { FormTextField } from '@/components/form/fields/fields'
import { useFormField } from '@/components/form/fields/use-form-field'
import type { ZodForm as Form } from '@/components/form/use-zod-form'
import { Button } from '@/components/ui/button'
import { RadioCards } from '@/components/ui/fields/radio-cards'
import type {
  NotificationSettings,
  NotificationSettingsForm,
  notificationSettingsForm,
} from '@/lib/notifications/settings'
import { makeEndpointSecret, notificationSettingsOptions } from '@/lib/notifications/client'
import { useNotificationSettingsForm } from './use-notification-settings-form'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

type Schema = typeof notificationSettingsForm
const valuesOf = (settings: NotificationSettings) => ({
  verification_policy: settings.verification_policy,
  verification_endpoint: settings.verification_endpoint ?? '',
  verification_accepts_on_failure: settings.verification_accepts_on_failure,
})

interface VerificationFormProps {
  shop: string
  settings: NotificationSettings
}

export function VerificationForm({ shop, settings }: VerificationFormProps) {
  const t = useTranslations('notificationSettings')
  const { form, save } = useNotificationSettingsForm(shop, { settings, valuesOf, prepare })
  const { control } = form
  const endpoint = useWatch({ control, name: 'verification_endpoint' })
  return (
    <SettingsCard
      form={form}
      onSubmit={save}
      saveLabel={t('saveVerification')}
      shop={shop}
      part="verification"
      title={t('verification')}
      text={t('verificationText')}
    >
      <Policy form={form} />
      <FormTextField
        control={control}
        name="verification_endpoint"
        label={t('endpoint')}
        labelNote={t('optional')}
        hint={t('endpointHint')}
        type="url"
        isMono
        autoComplete="off"
      />
      {endpoint && (
        <>
          <OnFailure form={form} />
          <EndpointSecret shop={shop} settings={settings} />
        </>
      )}
    </SettingsCard>
  )
}

/** An empty endpoint becomes null. The setting for its silence is then left unchanged, as it has no meaning. */
function prepare({ verification_endpoint: endpoint, ...rest }: NotificationSettingsForm) {
  if (endpoint?.trim()) return { ...rest, verification_endpoint: endpoint.trim() }
  return { verification_policy: rest.verification_policy, verification_endpoint: null }
}

function Policy({ form }: { form: Form<Schema> }) {
  const t = useTranslations('notificationSettings')
  const { value, change, error, bound } = useFormField(
    { control: form.control, name: 'verification_policy' },
    t('policy'),
    (id) => t(id === 'known' ? 'policies.known' : 'policies.accept_all'),
  )
  return (
    <RadioCards
      {...bound}
      label={t('policy')}
      error={error}
      value={value === 'known' ? 'known' : 'accept_all'}
      onChange={change}
      items={(['accept_all', 'known'] as const).map((id) => ({
        id,
        label: t(`policies.${id}`),
        text: t(`policiesText.${id}`),
      }))}
    />
  )
}

function OnFailure({ form }: { form: Form<Schema> }) {
  const t = useTranslations('notificationSettings')
  const { value, change, error, bound } = useFormField(
    { control: form.control, name: 'verification_accepts_on_failure' },
    t('onFailure'),
    (accepts) => t(accepts ? 'failureAnswers.accept' : 'failureAnswers.decline'),
  )
  return (
    <RadioCards
      {...bound}
      label={t('onFailure')}
      error={error}
      value={value === true ? 'accept' : 'decline'}
      onChange={(id) => change(id === 'accept')}
      items={(['accept', 'decline'] as const).map((id) => ({
        id,
        label: t(`failureAnswers.${id}`),
        text: t(`failureAnswersText.${id}`),
      }))}
    />
  )
}

const SecretDialog = dynamic(lazyWithMessages(() => import('./dialogs').then((m) => m.SecretDialog)))

/** Creates the secret that authenticates us to the merchant's endpoint. It is shown only once. */
function EndpointSecret({ shop, settings }: VerificationFormProps) {
  const { has_endpoint_secret: hasSecret, version } = settings
  const t = useTranslations('notificationSettings')
  const failureText = useFailureText()
  const client = useQueryClient()
  const [secret, setSecret] = useState<string | null>(null)
  const make = useMutation({
    // Returns nothing, as the mutation would keep it after the dialog is closed.
    mutationFn: async () => setSecret((await makeEndpointSecret(shop, { version })).secret),
    onSettled: () => client.invalidateQueries({ queryKey: notificationSettingsOptions(shop).queryKey }),
  })
  return (
    <div role="group" aria-label={t('secret')}>
      <p className="mb-[5px] text-sm font-medium">{t('secret')}</p>
      <p className="text-md/5">{t(hasSecret ? 'secretThere' : 'secretNone')}</p>
      <InUse>
        <Button className="mt-2" isPending={make.isPending} onPress={() => make.mutate()}>
          {t(hasSecret ? 'secretAgain' : 'secretMake')}
        </Button>
      </InUse>
      {make.isError && (
        <p role="alert" className="mt-1 text-sm text-danger">
          {make.error && failureText(make.error)}
        </p>
      )}
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </div>
  )
}
