'use client'
import { useTranslations } from 'use-intl'
import type { FilterOption, ListFilter } from '@/components/data-table/filters'
import { contracts } from '@/lib/card-tokens/client'
import { useContractName } from '../contracts'
import type { CardTokenListState } from './use-card-token-list'

const chosenOf = <const Choice extends string>(
  choices: readonly Choice[],
  selected: readonly string[],
): Choice[] | null => {
  const chosen = choices.filter((choice) => selected.includes(choice))
  return chosen.length === 0 ? null : chosen
}

const expiries = ['soon', 'expired', 'valid'] as const
const sources = ['direct', 'notification', 'pasted'] as const

/** A filter that can only be removed. */
const only = (
  id: 'same_card_as' | 'customer_id',
  option: FilterOption,
  label: string,
  narrow: CardTokenListState['narrow'],
): ListFilter => ({
  id,
  label,
  options: [option],
  selected: [option.value],
  onChange: () => narrow({ [id]: null }),
})

/** Returns the card token list's filters as chips. Filters that only other pages set appear only when set. */
export function useCardTokenFilters({ narrowed, narrow }: CardTokenListState): ListFilter[] {
  const t = useTranslations('cardTokens.filters')
  const name = useContractName()
  const { same_card_as: same, customer_id: customer } = narrowed
  return [
    {
      id: 'expiry',
      label: t('expiry'),
      isMany: true,
      options: expiries.map((value) => ({ value, label: t(`expiries.${value}`) })),
      selected: narrowed.expiry ?? [],
      onChange: (selected) => narrow({ expiry: chosenOf(expiries, selected) }),
    },
    {
      id: 'contract',
      label: t('contract'),
      isMany: true,
      options: contracts.map((value) => ({ value, label: name(value) })),
      selected: narrowed.contract ?? [],
      onChange: (selected) => narrow({ contract: chosenOf(contracts, selected) }),
    },
    {
      id: 'source',
      label: t('source'),
      isMany: true,
      options: sources.map((value) => ({ value, label: t(`sources.${value}`) })),
      selected: narrowed.source ?? [],
      onChange: (selected) => narrow({ source: chosenOf(sources, selected) }),
    },
    {
      id: 'test',
      label: t('test'),
      options: [
        { value: 'true', label: t('testOnly') },
        { value: 'false', label: t('liveOnly') },
      ],
      selected: narrowed.test === undefined ? [] : [String(narrowed.test)],
      onChange: ([value]) => narrow({ test: value === undefined ? null : value === 'true' }),
    },
    {
      id: 'per',
      label: t('rows'),
      options: [{ value: 'token', label: t('eachToken') }],
      selected: narrowed.per ? ['token'] : [],
      onChange: ([value]) => narrow({ per: value === undefined ? null : 'token' }),
    },
    ...(same ? [only('same_card_as', { value: same, label: t('oneCard') }, t('same'), narrow)] : []),
    ...(customer ? [only('customer_id', { value: customer, label: customer }, t('customer'), narrow)] : []),
  ]
}
