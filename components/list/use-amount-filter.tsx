'use client'
import { dynamic } from '@/components/ui/dynamic'
import type { ParserMap } from 'nuqs'
import { useTranslations } from 'use-intl'
import type { ListFilter } from '../data-table/filters'
import type { AmountRange } from '../list-tools/amount-dialog'
import { useMoney } from '../money/use-money'
import type { FilterContext } from './define-list'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

const AmountDialog = dynamic(lazyWithMessages(() => import('../list-tools/amount-dialog')))

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
  const { amountText } = useMoney()
  const { amount_from: from = null, amount_to: to = null, currency = [] } = list.narrowed as Narrowed
  const only = currency.length === 1 ? currency[0] : undefined
  const put = (range: AmountRange, chosen?: string) =>
    list.narrow({
      amount_from: range.from,
      amount_to: range.to,
      ...(chosen === undefined ? {} : { currency: [chosen] }),
    } as Parameters<typeof list.narrow>[0])

  const id = from === null && to === null ? null : `${from ?? ''}..${to ?? ''}`
  const text = (amount: number) =>
    only === undefined ? t('minor', { amount }) : (amountText({ amount, currency: only }) ?? String(amount))
  const chosenText = () => {
    if (from === null) return t('atMost', { to: text(to ?? 0) })
    return to === null ? t('atLeast', { from: text(from) }) : t('range', { from: text(from), to: text(to) })
  }
  return {
    id: 'amount',
    label: t('amount'),
    options: [
      ...(id === null ? [] : [{ value: id, label: chosenText() }]),
      { value: choose, label: t('choose') },
    ],
    selected: id === null ? [] : [id],
    onChange: ([value]) => (value === choose ? list.openDialog('amount') : put({ from: null, to: null })),
    dialog: (onClose) => (
      <AmountDialog
        range={{ from, to }}
        currency={currency[0] ?? list.rows[0]?.currency ?? 'EUR'}
        onChoose={(range, chosen) =>
          put(range, range.from === null && range.to === null ? undefined : chosen)
        }
        onClose={onClose}
      />
    ),
  }
}
