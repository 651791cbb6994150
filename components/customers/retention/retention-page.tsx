'use client'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslations, useLocale } from 'use-intl'
import type { z } from 'zod'
import { FormNumberField } from '@/components/form/fields/fields'
import { useFormField } from '@/components/form/fields/use-form-field'
import { SubmitButton } from '@/components/form/submitting/submit-button'
import type { ZodForm as Form } from '@/components/form/use-zod-form'
import { ZodForm } from '@/components/form/zod-form'
import { InUse } from '@/components/frame/in-use'
import { useIsArchived } from '@/components/frame/use-may'
import { LastChange } from '@/components/settings/last-change'
import { useSettingsForm } from '@/components/settings/use-settings-form'
import { SettingsPage } from '@/components/settings/settings-form'
import { Card, Section } from '@/components/ui/card'
import { dynamic } from '@/components/ui/dynamic'
import { RadioCards } from '@/components/ui/fields/radio-cards'
import { useSettled } from '@/components/ui/press/use-settled'
import {
  type Retention,
  retentionBounds,
  retentionFormSchema,
  type RetentionEffect,
} from '@/lib/customers/retention'
import { changeRetention, retentionEffectOptions, retentionOptions } from '@/lib/customers/retention-client'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

interface RetentionPageProps {
  shop: string
  /** The name of a live shop, shown where an action cannot be undone; null for other shops. */
  liveShopName: string | null
}

const counted = ['made', 'payment', 'noted'] as const

/** Shows and sets how long the shop keeps inactive customers, and what counts as activity. */
export function RetentionPage({ shop, liveShopName }: RetentionPageProps) {
  const t = useTranslations('retention')
  const query = useQuery(retentionOptions(shop))
  return (
    <SettingsPage title={t('title')} query={query} failedTitle={t('failedTitle')}>
      {(retention) => (
        <Card>
          <Section title={t('customers')}>
            <p className="mb-4 text-md/5">{t('intro')}</p>
            <RetentionForm shop={shop} liveShopName={liveShopName} retention={retention} />
          </Section>
          <Section title={t('activity')}>
            <ul className="grid list-disc gap-1 ps-5 text-md/5">
              {counted.map((what) => (
                <li key={what}>{t(`counted.${what}`)}</li>
              ))}
            </ul>
            <p className="mt-2 text-md/5 text-muted">{t('notCounted')}</p>
          </Section>
        </Card>
      )}
    </SettingsPage>
  )
}

const RetentionDialog = dynamic(lazyWithMessages(() => import('./retention-dialog')))

const defaultMonths = 24

interface RetentionFormProps {
  shop: string
  liveShopName: string | null
  retention: Retention
}

type RetentionFormSchema = typeof retentionFormSchema

/** Switching retention off saves at once. Switching it on first asks, with the number of customers it anonymises. */
function RetentionForm({ shop, liveShopName, retention }: RetentionFormProps) {
  const t = useTranslations('retention')
  const [asked, setAsked] = useState<{
    months: number
    version: number
    sent: z.input<RetentionFormSchema>
  } | null>(null)
  const { form, save, seenVersion, showSaved, showRefused } = useSettingsForm<
    RetentionFormSchema,
    Retention,
    { enabled: false }
  >({
    schema: retentionFormSchema,
    settings: retention,
    valuesOf: ({ months }) => ({ enabled: months !== null, months: months ?? defaultMonths }),
    prepare,
    send: (change) => changeRetention(shop, change),
    queryKey: retentionOptions(shop).queryKey,
    savedText: ({ months }) => (months === null ? t('savedOff') : t('savedOn', { months })),
  })
  const isEnabled = useWatch({ control: form.control, name: 'enabled' })
  const isArchived = useIsArchived()

  async function submit(values: z.output<RetentionFormSchema>, sent: z.input<RetentionFormSchema>) {
    if (!values.enabled) return save({ enabled: false }, sent)
    if (values.months !== undefined) setAsked({ months: values.months, version: seenVersion(), sent })
  }
  return (
    <>
      <ZodForm form={form} onSubmit={submit} isReadOnly={isArchived} className="grid gap-4">
        <Choice form={form} />
        {isEnabled && (
          <div className="grid gap-2">
            <FormNumberField
              control={form.control}
              name="months"
              label={t('months')}
              hint={t('monthsHint', retentionBounds)}
              isNarrow
            />
            <Effect shop={shop} form={form} />
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          <InUse>
            <SubmitButton isSave>{isEnabled ? t('saveOn') : t('save')}</SubmitButton>
          </InUse>
          <LastChange shop={shop} part="retention" />
        </div>
      </ZodForm>
      {asked !== null && (
        <RetentionDialog
          shop={shop}
          liveShopName={liveShopName}
          months={asked.months}
          version={asked.version}
          onClose={() => setAsked(null)}
          onSaved={(saved) => {
            setAsked(null)
            showSaved(saved, asked.sent)
          }}
          onRefused={(error) => {
            setAsked(null)
            void showRefused(error)
          }}
        />
      )}
    </>
  )
}

/** Converts typed digits to a number; drops the period when retention is off. */
function prepare({ enabled: isEnabled, months }: { enabled: boolean; months?: unknown }) {
  return isEnabled ? { enabled: isEnabled, months: monthsOf(months) ?? months } : { enabled: isEnabled }
}

const monthsOf = (typed: unknown): number | null => {
  if (typeof typed === 'number') return typed
  return typeof typed === 'string' && /^\s*\d{1,4}\s*$/.test(typed) ? Number(typed) : null
}

function Choice({ form }: { form: Form<RetentionFormSchema> }) {
  const t = useTranslations('retention')
  const { value, change, error, bound } = useFormField(
    { control: form.control, name: 'enabled' },
    t('keep'),
    (isOn) => t(isOn ? 'choices.period' : 'choices.all'),
  )
  return (
    <RadioCards
      {...bound}
      label={t('keep')}
      error={error}
      value={value === true ? 'period' : 'all'}
      onChange={(id) => change(id === 'period')}
      items={(['all', 'period'] as const).map((id) => ({
        id,
        label: t(`choices.${id}`),
        text: t(`choicesText.${id}`),
      }))}
    />
  )
}

const strong = (text: ReactNode) => <strong className="font-semibold">{text}</strong>

/** Shows how many customers the typed period affects, once typing pauses. */
function Effect({ shop, form }: { shop: string; form: Form<RetentionFormSchema> }) {
  const t = useTranslations('retention')
  const amount = useAmountOfCustomers()
  const typed = monthsOf(useWatch({ control: form.control, name: 'months' }))
  const { min, max } = retentionBounds
  const months = useSettled(typed !== null && typed >= min && typed <= max ? typed : null)
  const query = useQuery({ ...retentionEffectOptions(shop, months ?? min), enabled: months !== null })
  return (
    <p role="status" className="min-h-5 text-md/5">
      {months === null
        ? null
        : query.data
          ? t.rich('effect', { ...amount(query.data), b: strong })
          : t(query.isError ? 'effectFailed' : 'counting')}
    </p>
  )
}

/**
 * Returns a function that words a count: “412 customers”, or “More than …” when counting stopped early. Use `total` for
 * grammatical number.
 */
export function useAmountOfCustomers() {
  const t = useTranslations('retention')
  const locale = useLocale()
  return ({ total, total_exact: isExact }: RetentionEffect) => {
    const number = new Intl.NumberFormat(locale).format(total)
    return { total, amount: t(isExact ? 'amount' : 'amountOver', { total, number }) }
  }
}
