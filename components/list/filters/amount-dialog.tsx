'use client'
import { useMemo, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { InputDialog } from '@/components/dialogs/input-dialog'
import { useMoney } from '@/components/money/use-money'
import { TypedMoneyField } from '@/components/form/fields/typed-money-field'
import { useMoneyProblem, useTypedMoney } from '@/components/form/fields/money-text'
import { ComboBox } from '@/components/ui/fields/select'
import { currencyName } from '@/lib/core/format/names'
import { currencyCodes } from '@/lib/gateway/values/currencies'
import { minorUnitExponent } from '@/lib/gateway/values/minor-units'

/** Amounts in minor units, inclusive; null for an open end. */
export interface AmountRange {
  from: number | null
  to: number | null
}

interface AmountDialogProps {
  range: AmountRange
  currency: string
  onChoose: (range: AmountRange, currency: string) => void
  onClose: () => void
}

/** Chooses a range of amounts in one currency, in major units. Loaded on intent. */
export default function AmountDialog({ range, currency: given, onChoose, onClose }: AmountDialogProps) {
  const t = useTranslations('amounts')
  const words = useTranslations()
  const locale = useLocale()
  const { overrides } = useMoney()
  const [currency, setCurrency] = useState(given)
  const unit = { currency, exponent: minorUnitExponent(currency, overrides) }
  const from = useTypedMoney({ ...unit, start: range.from })
  const to = useTypedMoney({ ...unit, start: range.to })
  const problemOf = useMoneyProblem()
  const currencies = useMemo(
    () => currencyCodes.map((id) => ({ id, label: id, detail: currencyName(id, locale) })),
    [locale],
  )
  const [least, most] = [from.value, to.value]
  const isBackwards = typeof least === 'number' && typeof most === 'number' && most < least
  const isGood = typeof least !== 'string' && typeof most !== 'string' && !isBackwards

  const isDirty =
    currency !== given || least !== (range.from ?? undefined) || most !== (range.to ?? undefined)
  function choose() {
    if (!isGood) return
    onChoose({ from: least ?? null, to: most ?? null }, currency)
    onClose()
  }
  return (
    <InputDialog
      title={t('title')}
      submitLabel={words('days.apply')}
      isDirty={isDirty}
      onSubmit={choose}
      onClose={onClose}
      className="grid grid-cols-2 items-start gap-3"
    >
      <ComboBox
        className="col-span-2"
        label={t('currency')}
        searchLabel={words('form.findInList')}
        emptyText={words('form.noMatch')}
        items={currencies}
        value={currency}
        onChange={setCurrency}
      />
      <TypedMoneyField
        autoFocus
        isSent={false}
        typed={from}
        label={t('least')}
        currency={null}
        error={problemOf(from.meaning, unit)}
      />
      <TypedMoneyField
        isSent={false}
        typed={to}
        label={t('most')}
        currency={null}
        error={problemOf(to.meaning, unit) ?? (isBackwards ? t('backwards') : undefined)}
      />
      <p className="col-span-2 text-sm text-muted">{t('hint', { currency })}</p>
    </InputDialog>
  )
}
