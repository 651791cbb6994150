'use client'
import { useTranslations } from 'use-intl'
import type { ListFilter } from '../data-table/filters'
import { useMoney } from '../money/use-money'
import { type AmountRange, amountRangeId } from './amount-range'

/** The option that opens the dialog. No range has this value. */
const choose = 'choose'

interface AmountChoices {
  range: AmountRange
  currencies: readonly string[] | undefined
  onClear: () => void
  onChoose: () => void
}

/** Returns a filter by amount: the current range, in its one currency, and a dialog to choose another. */
export function useAmountFilter({ range, currencies, onClear, onChoose }: AmountChoices): ListFilter {
  const t = useTranslations('amounts')
  const { amountText } = useMoney()
  const { from, to } = range
  const only = currencies?.length === 1 ? currencies[0] : undefined
  const id = amountRangeId(range)
  const text = (amount: number) =>
    only === undefined ? t('minor', { amount }) : (amountText({ amount, currency: only }) ?? String(amount))
  const said = () => {
    if (from === null) return t('atMost', { to: text(to ?? 0) })
    return to === null ? t('atLeast', { from: text(from) }) : t('range', { from: text(from), to: text(to) })
  }
  return {
    id: 'amount',
    label: t('amount'),
    options: [...(id === null ? [] : [{ value: id, label: said() }]), { value: choose, label: t('choose') }],
    selected: id === null ? [] : [id],
    onChange: ([value]) => (value === choose ? onChoose() : onClear()),
  }
}
