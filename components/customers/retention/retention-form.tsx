'use client'
import { useQuery } from '@tanstack/react-query'
import { dynamic } from '@/components/ui/dynamic'
import { type ReactNode, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { LastChange } from '@/components/settings/last-change'
import { useSettingsForm } from '@/components/settings/settings-form'
import { FormNumberField } from '@/components/form/fields/fields'
import { SubmitButton } from '@/components/form/submit-button'
import { useFormField } from '@/components/form/fields/use-form-field'
import type { ZodForm as Form } from '@/components/form/use-zod-form'
import { ZodForm } from '@/components/form/zod-form'
import { RadioCards } from '@/components/ui/fields/radio-cards'
import { useSettled } from '@/components/ui/press/use-settled'
import { retentionBounds, retentionWish, type Retention } from '@/lib/customers/retention'
import { changeRetention, retentionEffectOptions, retentionOptions } from '@/lib/customers/retention-client'
import { useAmountOfCustomers } from './use-amount-of-customers'

const RetentionDialog = dynamic(() => import('./retention-dialog'))

const defaultMonths = 24

interface RetentionFormProps {
  shop: string
  liveShopName: string | null
  retention: Retention
}

type Wish = typeof retentionWish

/** Switching retention off saves at once. Switching it on first asks, with the number of customers it anonymises. */
export function RetentionForm({ shop, liveShopName, retention }: RetentionFormProps) {
  const t = useTranslations('retention')
  const [asked, setAsked] = useState<number | null>(null)
  const { form, save, showSaved } = useSettingsForm({
    schema: retentionWish,
    settings: retention,
    valuesOf: ({ months }) => ({ enabled: months !== null, months: months ?? defaultMonths }),
    prepare,
    send: (change: Parameters<typeof changeRetention>[1]) => changeRetention(shop, change),
    queryKey: retentionOptions(shop).queryKey,
    savedText: ({ months }) => (months === null ? t('savedOff') : t('savedOn', { months })),
  })
  const enabled = useWatch({ control: form.control, name: 'enabled' })

  async function submit(wish: { enabled: boolean; months?: number }) {
    if (wish.enabled) return setAsked(wish.months ?? null)
    await save({ enabled: false })
  }
  return (
    <>
      <ZodForm form={form} onSubmit={submit} className="grid gap-4">
        <Choice form={form} />
        {enabled && (
          <div className="grid gap-2">
            <FormNumberField
              control={form.control}
              name="months"
              label={t('months')}
              hint={t('monthsHint', retentionBounds)}
              className="max-w-56"
            />
            <Effect shop={shop} form={form} />
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          <SubmitButton isSave>{enabled ? t('saveOn') : t('save')}</SubmitButton>
          <LastChange shop={shop} part="retention" />
        </div>
      </ZodForm>
      {asked !== null && (
        <RetentionDialog
          shop={shop}
          liveShopName={liveShopName}
          months={asked}
          onClose={() => setAsked(null)}
          onSaved={(saved) => {
            setAsked(null)
            showSaved(saved)
          }}
        />
      )}
    </>
  )
}

/** Converts typed digits to a number; drops the period when retention is off. */
function prepare({ enabled, months }: { enabled: boolean; months?: unknown }) {
  return enabled ? { enabled, months: monthsOf(months) ?? months } : { enabled }
}

const monthsOf = (typed: unknown): number | null => {
  if (typeof typed === 'number') return typed
  return typeof typed === 'string' && /^\s*\d{1,4}\s*$/.test(typed) ? Number(typed) : null
}

function Choice({ form }: { form: Form<Wish> }) {
  const t = useTranslations('retention')
  const { value, change, error, bound } = useFormField({ control: form.control, name: 'enabled' }, t('keep'))
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
function Effect({ shop, form }: { shop: string; form: Form<Wish> }) {
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
