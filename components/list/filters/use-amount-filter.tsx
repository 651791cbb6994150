'use client'
import { dynamic } from '@/components/ui/dynamic'
import type { ParserMap } from 'nuqs'
import { useTranslations } from 'use-intl'
import type { ListFilter } from '../../data-table/filter-bar'
import type { AmountRange } from './amount-dialog'
import { useAmountRangeText } from '../../money/use-amount-range-text'
import type { FilterContext } from '../define-list'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

const AmountDialog = dynamic(lazyWithMessages(() => import('./amount-dialog')))

/** The option that opens the dialog. No range has this value. */
const choose = 'choose'

type AmountFilters = ParserMap & Record<'amount_from' | 'amount_to' | 'currency', unknown>
interface Narrowed {
  amount_from?: number
  amount_to?: number
  currency?: readonly string[]
}

/**
 * Returns the filter `amount`: the current range, in its one currency, and a dialog to choose another. The dialog starts
 * with the currency of the filter or of the first row.
 */
export function useAmountFilter<Filters extends AmountFilters>(
  list: FilterContext<Filters, { currency: string | null }>,
): ListFilter {
  const t = useTranslations('amounts')
  const rangeText = useAmountRangeText()
  const { amount_from: from = null, amount_to: to = null, currency = [] } = list.narrowed as Narrowed
  const put = (range: AmountRange, unit?: string) =>
    list.narrow({
      amount_from: range.from,
      amount_to: range.to,
      ...(unit === undefined ? {} : { currency: [unit] }),
    } as Parameters<typeof list.narrow>[0])

  const chosen = rangeText({ from, to }, currency)
  const id = `${from ?? ''}..${to ?? ''}`
  return {
    id: 'amount',
    label: t('amount'),
    options: [
      ...(chosen === null ? [] : [{ value: id, label: chosen }]),
      { value: choose, label: t('choose') },
    ],
    selected: chosen === null ? [] : [id],
    onChange: ([value]) => (value === choose ? list.openDialog('amount') : put({ from: null, to: null })),
    dialog: (onClose) => (
      <AmountDialog
        range={{ from, to }}
        currency={currency[0] ?? list.rows[0]?.currency ?? 'EUR'}
        onChoose={(range, unit) => put(range, range.from === null && range.to === null ? undefined : unit)}
        onClose={onClose}
      />
    ),
  }
}
