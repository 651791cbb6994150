'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormDateTime, FormSelect } from '@/components/form/fields/choice-fields'
import { FormNumberField, FormSwitch } from '@/components/form/fields/fields'
import { useZodForm } from '@/components/form/use-zod-form'
import { expiryValues, expiryWays, prepareExpiry, prepareStock, stockValues } from './operations'
import { OrderForm, type Ordering } from './order-form'

export function SetStock(ordering: Ordering) {
  const t = useTranslations('bulk')
  const form = useZodForm(stockValues, {
    defaultValues: { infinite: false, quantity: '' },
    prepare: prepareStock,
  })
  const infinite = useWatch({ control: form.control, name: 'infinite' })
  return (
    <OrderForm form={form} {...ordering}>
      <FormSwitch control={form.control} name="infinite">
        {t('unlimited')}
      </FormSwitch>
      {!infinite && (
        <FormNumberField autoFocus control={form.control} name="quantity" label={t('quantity')} />
      )}
    </OrderForm>
  )
}

const wayLabels = { days: 'byDays', until: 'byUntil', never: 'byNever' } as const

export function ExtendExpiry(ordering: Ordering) {
  const t = useTranslations('bulk')
  const form = useZodForm(expiryValues, {
    defaultValues: { how: 'days', days: '' },
    prepare: prepareExpiry,
  })
  const [how, until] = useWatch({ control: form.control, name: ['how', 'until'] })
  return (
    <OrderForm form={form} {...ordering}>
      <FormSelect
        control={form.control}
        name="how"
        label={t('by')}
        items={expiryWays.map((id) => ({ id, label: t(wayLabels[id]) }))}
      />
      {how === 'days' && (
        <FormNumberField
          autoFocus
          control={form.control}
          name="days"
          label={t('days')}
          hint={t('daysHint')}
        />
      )}
      {how === 'until' && (
        <FormDateTime
          control={form.control}
          name="until"
          label={t('until')}
          hint={until && <span className="font-mono">{t('willSend', { moment: until })}</span>}
        />
      )}
    </OrderForm>
  )
}
