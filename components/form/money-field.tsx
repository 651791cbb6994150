'use client'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { minorUnitExponent, type MinorUnitOverrides } from '@/lib/gateway/minor-units'
import { ComboBox, type ComboBoxOption } from '../ui/combo-box'
import { MoneyField } from '../ui/money-field'
import { useFieldReason } from './field-reasons'
import { moneyProblem, moneyText, moneyValue } from './money-text'
import { useFormField } from './use-form-field'

export interface FormMoneyProps<V extends FieldValues, Output> {
  control: Control<V, unknown, Output>
  /** Holds an integer of minor units. */
  name: FieldPath<V>
  currencyName: FieldPath<V>
  currencies: readonly ComboBoxOption[]
  /** The shop's own minor units, where it has some. */
  overrides?: MinorUnitOverrides
  label: string
  currencyLabel: string
  hint?: string
  className?: string
  autoFocus?: boolean
}

/** Money typed in major units and kept in minor units, which are shown beneath; decimals follow the currency. */
export function FormMoney<V extends FieldValues, O>(props: FormMoneyProps<V, O>) {
  const {
    control,
    name,
    currencyName,
    currencies,
    overrides,
    label,
    currencyLabel,
    hint,
    className,
    autoFocus,
  } = props
  const t = useTranslations()
  const amount = useFormField({ control, name }, label)
  const currency = useFormField({ control, name: currencyName }, currencyLabel)
  const exponent = minorUnitExponent(currency.text, overrides)
  const [text, setText] = useState(() => moneyText(amount.value, exponent))
  const [given, setGiven] = useState(amount.value)
  if (amount.value !== given) {
    // Not by typing: the form was filled anew, or the currency changed.
    setGiven(amount.value)
    setText(moneyText(amount.value, exponent))
  }

  function type(next: string) {
    const value = moneyValue(next, exponent)
    setText(next)
    setGiven(value)
    amount.change(value)
  }
  // Before it is read anew. A schema sees that it is no amount, and not why.
  useFieldReason(control, name, (value) => {
    const problem = typeof value === 'string' && moneyProblem(value, exponent)
    return problem ? t(`issues.${problem}`) : undefined
  })
  // Another currency reads the same digits differently: 12.50 is no amount of yen.
  const reread = useEffectEvent(() => {
    const value = moneyValue(text, exponent)
    if (value !== amount.value) amount.change(value)
  })
  useEffect(() => reread(), [exponent])
  const isAmount = typeof amount.value === 'number'

  return (
    <div className={className}>
      <MoneyField
        {...amount.bound}
        autoFocus={autoFocus}
        label={label}
        hint={hint}
        value={text}
        onChange={type}
        error={amount.error ?? currency.error}
        minorHint={
          isAmount ? t('form.willSend', { amount: String(amount.value), currency: currency.text }) : undefined
        }
        currency={
          <div data-field={currencyName} data-invalid={currency.error ? '' : undefined} className="w-24">
            <ComboBox
              isBare
              aria-label={currencyLabel}
              searchLabel={t('form.findInList')}
              emptyText={t('form.noMatch')}
              items={currencies}
              value={currency.text || null}
              onChange={currency.change}
              onBlur={currency.bound.onBlur}
            />
          </div>
        }
      />
    </div>
  )
}
