'use client'
import { useState } from 'react'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { useCurrencyOptions } from '@/components/money/currency-options'
import { useMoney } from '@/components/money/use-money'
import type { MoneyUnit, TypedMoney } from '@/lib/core/format/typed-money'
import { minorUnitExponent } from '@/lib/gateway/values/minor-units'
import { ComboBox } from '../../ui/fields/select'
import { useFieldReason } from '../field-registry'
import { meaningOf, moneyOfValue, useMoneyProblem, useTypedMoney } from './money-text'
import { TypedMoneyField } from './typed-money-field'
import { useFormField } from './use-form-field'

interface FormMoneyProps<V extends FieldValues, Output> {
  control: Control<V, unknown, Output>
  /** The form's value is an integer of minor units. */
  name: FieldPath<V>
  currencyName: FieldPath<V>
  label: string
  currencyLabel: string
  hint?: string
  autoFocus?: boolean
}

/** Money typed in major units and held in minor units, which are shown below. The currency sets the decimals. */
export function FormMoney<V extends FieldValues, O>(props: FormMoneyProps<V, O>) {
  const { control, name, currencyName, label, currencyLabel, hint, autoFocus } = props
  const amount = useFormField({ control, name }, label)
  const currency = useFormField({ control, name: currencyName }, currencyLabel)
  const t = useTranslations('form')
  const currencies = useCurrencyOptions()
  const { overrides } = useMoney()
  const problemOf = useMoneyProblem()
  const [given, setGiven] = useState(amount.value)
  const typed = useTypedMoney({
    currency: currency.text,
    exponent: minorUnitExponent(currency.text, overrides),
    start: amount.value,
    isSaved: !amount.isDirty,
    onChange: (value) => {
      setGiven(value)
      amount.change(value)
    },
  })
  if (amount.value !== given) {
    // Changed by a form reset, not by typing.
    setGiven(amount.value)
    typed.setAmount(amount.value)
  }
  // The schema sees that the value is not an amount, but not why.
  useFieldReason(control, name, (value) =>
    problemOf(value === typed.value ? typed.meaning : meaningOfValue(value, typed.unit), typed.unit),
  )
  // In another currency the same text may be invalid for another reason.
  const problem = amount.error && problemOf(typed.meaning, typed.unit)

  return (
    <TypedMoneyField
      {...amount.bound}
      typed={typed}
      autoFocus={autoFocus}
      label={label}
      hint={hint}
      error={problem ?? amount.error ?? currency.error}
      currency={
        <div data-field={currencyName} data-invalid={currency.error ? '' : undefined} className="w-24">
          <ComboBox
            isBare
            aria-label={currencyLabel}
            searchLabel={t('findInList')}
            emptyText={t('noMatch')}
            items={currencies}
            value={currency.text || null}
            onChange={currency.change}
            onBlur={currency.bound.onBlur}
          />
        </div>
      }
    />
  )
}

const meaningOfValue = (value: unknown, unit: MoneyUnit): TypedMoney | null =>
  typeof value === 'string' ? meaningOf(moneyOfValue(value, unit.exponent), unit) : null
