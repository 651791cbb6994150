'use client'
import { useTranslations } from 'use-intl'
import { FormSelect } from '@/components/form/fields/choice-fields'
import { FormTextField } from '@/components/form/fields/fields'
import { FormMoney } from '@/components/form/fields/money-field'
import { useZodForm } from '@/components/form/use-zod-form'
import { roundingModes } from '@/lib/products/bulk'
import { flatOperation } from './operations'
import { OrderForm, type Ordering } from './order-form'

export function SetPrice({ currency, ...ordering }: Ordering & { currency: string }) {
  const t = useTranslations('bulk')
  const words = useTranslations('products')
  const form = useZodForm(flatOperation, {
    defaultValues: { kind: 'set_price', currency, amount: undefined },
  })
  return (
    <OrderForm form={form} {...ordering}>
      <FormMoney
        autoFocus
        control={form.control}
        name="amount"
        currencyName="currency"
        label={words('price')}
        currencyLabel={words('currency')}
        hint={t('otherCurrencies')}
      />
      <LinksNote />
    </OrderForm>
  )
}

const steps = ['1', '5', '10', '50', '100', '1000'] as const

export function ChangePrice(ordering: Ordering) {
  const t = useTranslations('bulk')
  const form = useZodForm(flatOperation, {
    defaultValues: { kind: 'change_price', percent: '', rounding: { mode: 'half_even', step: '1' } },
  })
  return (
    <OrderForm form={form} {...ordering}>
      <FormTextField
        autoFocus
        control={form.control}
        name="percent"
        label={t('percent')}
        hint={t('percentHint')}
        inputMode="text"
        autoComplete="off"
        suffix={<span className="px-2.5 text-sm text-muted">{'%'}</span>}
      />
      <FormSelect
        control={form.control}
        name="rounding.mode"
        label={t('rounding')}
        items={roundingModes.map((id) => ({ id, label: t(`mode.${id}`) }))}
      />
      <FormSelect
        control={form.control}
        name="rounding.step"
        label={t('step')}
        items={steps.map((id) => ({ id, label: t(`steps.${id}`) }))}
      />
      <LinksNote />
    </OrderForm>
  )
}

function LinksNote() {
  const t = useTranslations('bulk')
  return <p className="text-md text-muted">{t('priceOnLinks')}</p>
}
