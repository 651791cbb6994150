'use client'
import { useQuery } from '@tanstack/react-query'
import { dynamic } from '@/components/ui/dynamic'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslations, useLocale } from 'use-intl'
import type { z } from 'zod'
import { SettingsCard } from '@/components/settings/settings-form'
import { FormNumberField, wholeNumber } from '@/components/form/fields/fields'
import { useFormField } from '@/components/form/fields/use-form-field'
import type { ZodForm as Form } from '@/components/form/use-zod-form'
import { Switch } from '@/components/ui/fields/switch'
import { useSettled } from '@/components/ui/press/use-settled'
import type {
  NotificationSettings,
  NotificationSettingsForm,
  notificationSettingsForm,
  NotificationRetentionEffect,
} from '@/lib/notifications/settings'
import { notificationRetentionOptions, type NotificationPeriods } from '@/lib/notifications/client'
import { useNotificationSettingsForm } from './use-notification-settings-form'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

const RetentionDialog = dynamic(lazyWithMessages(() => import('./dialogs').then((m) => m.RetentionDialog)))

type Schema = typeof notificationSettingsForm
const names = ['payload_months', 'personal_months'] as const
type Name = (typeof names)[number]
const usualMonths = 24

const valuesOf = ({ payload_months, personal_months }: NotificationSettings) => ({
  payload_months,
  personal_months,
})

interface RetentionFormProps {
  shop: string
  liveShopName: string | null
  settings: NotificationSettings
}

/** Sets how long payloads and the personal data in them are kept. Asks before anything is removed. */
export function RetentionForm({ shop, liveShopName, settings }: RetentionFormProps) {
  const t = useTranslations('notificationSettings')
  const [asked, setAsked] = useState<{ periods: NotificationPeriods; sent: z.input<Schema> } | null>(null)
  const { form, save } = useNotificationSettingsForm(shop, { settings, valuesOf, prepare })
  async function submit(
    { payload_months = null, personal_months = null }: NotificationSettingsForm,
    sent: z.input<Schema>,
  ) {
    const periods = { payload_months, personal_months }
    if (names.some((name) => removesMore(settings[name], periods[name]))) return setAsked({ periods, sent })
    await save(periods, sent)
  }
  return (
    <SettingsCard
      form={form}
      onSubmit={submit}
      saveLabel={t('saveRetention')}
      shop={shop}
      part="notification_retention"
      title={t('retention')}
      text={t('retentionText')}
    >
      {names.map((name) => (
        <Period key={name} form={form} name={name} />
      ))}
      <Effect shop={shop} form={form} />
      {asked && (
        <RetentionDialog
          shop={shop}
          liveShopName={liveShopName}
          periods={asked.periods}
          onClose={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null)
            void save(asked.periods, asked.sent)
          }}
        />
      )}
    </SettingsCard>
  )
}

/** Whether the change removes data that is kept now. */
const removesMore = (before: number | null, after: number | null): boolean =>
  after !== null && (before === null || after < before)

/** Inputs hold digits as text. */
const prepare = ({ payload_months: payload, personal_months: personal }: NotificationSettingsForm) => ({
  payload_months: wholeNumber(payload),
  personal_months: wholeNumber(personal),
})

function Period({ form, name }: { form: Form<Schema>; name: Name }) {
  const t = useTranslations('notificationSettings')
  const { value, change, bound } = useFormField({ control: form.control, name }, '')
  const isOn = value !== null && value !== undefined
  return (
    <div>
      <Switch
        isDisabled={bound.isDisabled}
        isSelected={isOn}
        onChange={(isSelected) => change(isSelected ? usualMonths : null)}
        hint={t(`periodHints.${name}`)}
      >
        {t(`periods.${name}`)}
      </Switch>
      {isOn && (
        <div className="mt-2.5 ps-10">
          <FormNumberField
            control={form.control}
            name={name}
            label={t(`months.${name}`)}
            hint={t('monthsHint')}
            isNarrow
          />
        </div>
      )}
    </div>
  )
}

const asMonths = (typed: unknown): number | null => {
  const months = wholeNumber(typed)
  return typeof months === 'number' && months >= 1 && months <= 120 ? months : null
}

/** Shows what the retention would remove now. Debounced while typing. */
function Effect({ shop, form }: { shop: string; form: Form<Schema> }) {
  const t = useTranslations('notificationSettings')
  const effectText = useEffectText()
  const [payload, personal] = useWatch({ control: form.control, name: names })
  const [payload_months, personal_months] = [useSettled(asMonths(payload)), useSettled(asMonths(personal))]
  const isAny = payload_months !== null || personal_months !== null
  const query = useQuery({
    ...notificationRetentionOptions(shop, { payload_months, personal_months }),
    enabled: isAny,
  })
  if (!isAny) return null
  return (
    <p role="status" className="min-h-5 text-md/5">
      {query.data ? effectText(query.data) : t(query.isError ? 'effectFailed' : 'counting')}
    </p>
  )
}

export function useEffectText(): (effect: NotificationRetentionEffect) => string {
  const t = useTranslations('notificationSettings')
  const locale = useLocale()
  const format = new Intl.NumberFormat(locale)
  return ({ payloads, personal, waiting, exact }) => {
    const values = { payloads: format.format(payloads), personal: format.format(personal) }
    const isNone = payloads === 0 && personal === 0
    const removed = isNone ? t('effectNone') : t(exact ? 'effect' : 'effectOver', values)
    return waiting === 0 ? removed : `${removed} ${t('effectWaiting', { waiting: format.format(waiting) })}`
  }
}
