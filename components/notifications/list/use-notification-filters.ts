'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { ListFilter } from '@/components/data-table/filters'
import { useAmountFilter } from '@/components/list-tools/use-amount-filter'
import { useCurrencyFilter } from '@/components/list-tools/use-currency-filter'
import { useDayChoices } from '@/components/list-tools/use-day-choices'
import type { NotificationItem } from '@/lib/notifications/schema'
import { authenticityGrades, notificationKinds } from '@/lib/notifications/kinds'
import { choicesOf, knownStatuses, knownTypes } from './known'
import type { NotificationListState } from './use-notification-list'

/** Returns the `selected` choices in the order of `choices`, or null if there are none. */
function someOf<Choice extends string>(choices: readonly Choice[], selected: readonly string[]) {
  const chosen = choices.filter((choice) => selected.includes(choice))
  return chosen.length === 0 ? null : chosen
}
const anyOf = (selected: readonly string[]) => (selected.length === 0 ? null : [...selected])
const asIs = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

/** Filters by gateway values, which may be any text. */
function useGatewayFilters({ narrowed, narrow }: NotificationListState, rows: readonly NotificationItem[]) {
  const t = useTranslations('notifications')
  const choices = useMemo(
    () => ({
      status: choicesOf(
        knownStatuses,
        narrowed.status,
        rows.map((row) => row.status),
      ),
      type: choicesOf(
        knownTypes,
        narrowed.type,
        rows.map((row) => row.type),
      ),
    }),
    [narrowed.status, narrowed.type, rows],
  )
  const status: ListFilter = {
    id: 'status',
    label: t('columns.status'),
    options: asIs(choices.status),
    isMany: true,
    selected: narrowed.status ?? [],
    onChange: (selected) => narrow({ status: anyOf(selected) }),
  }
  const type: ListFilter = {
    id: 'type',
    label: t('columns.type'),
    options: asIs(choices.type),
    isMany: true,
    selected: narrowed.type ?? [],
    onChange: (selected) => narrow({ type: anyOf(selected) }),
  }
  return { status, type }
}

/** Filters by our own findings about a notification. */
function useFindingFilters({ narrowed, narrow }: NotificationListState) {
  const t = useTranslations('notifications')
  const yesNo = (name: 'linked' | 'test', yes: string, no: string): ListFilter => ({
    id: name,
    label: t(`filters.${name}`),
    options: [
      { value: 'true', label: yes },
      { value: 'false', label: no },
    ],
    selected: narrowed[name] === undefined ? [] : [String(narrowed[name])],
    onChange: ([value]) => narrow({ [name]: value === undefined ? null : value === 'true' }),
  })
  const authenticity: ListFilter = {
    id: 'authenticity',
    label: t('columns.authenticity'),
    options: authenticityGrades.toReversed().map((value) => ({ value, label: t(`grades.${value}`) })),
    isMany: true,
    selected: narrowed.authenticity ?? [],
    onChange: (selected) => narrow({ authenticity: someOf(authenticityGrades, selected) }),
  }
  const kind: ListFilter = {
    id: 'kind',
    label: t('filters.kind'),
    options: notificationKinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
    isMany: true,
    selected: narrowed.kind ?? [],
    onChange: (selected) => narrow({ kind: someOf(notificationKinds, selected) }),
  }
  return {
    authenticity,
    kind,
    linked: yesNo('linked', t('filters.isLinked'), t('filters.isNotLinked')),
    test: yesNo('test', t('filters.testOnly'), t('filters.realOnly')),
  }
}

const given = ['uid', 'product_id', 'checkout_id', 'customer_id'] as const

/** Returns removable chips for filters that only a URL can set, such as a link from a product. */
function useUrlOnlyFilters({ narrowed, narrow }: NotificationListState): ListFilter[] {
  const t = useTranslations('notifications.filters')
  return given.flatMap((id) => {
    const value = narrowed[id]
    if (value === undefined) return []
    const options = [{ value, label: value }]
    return [{ id, label: t(id), options, selected: [value], onChange: () => narrow({ [id]: null }) }]
  })
}

/** The `onChoose…` callbacks open the dialogs for custom ranges. */
export function useNotificationFilters(
  shop: string,
  list: NotificationListState,
  rows: readonly NotificationItem[],
  { onChooseDays, onChooseAmount }: { onChooseDays: () => void; onChooseAmount: () => void },
): ListFilter[] {
  const t = useTranslations('notifications')
  const { narrowed, narrow } = list
  const { status, type } = useGatewayFilters(list, rows)
  const currency = useCurrencyFilter(shop, narrowed.currency, (chosen) => narrow({ currency: chosen }))
  const { authenticity, kind, linked, test } = useFindingFilters(list)
  const only = useUrlOnlyFilters(list)
  const days = useDayChoices({
    days: { from: narrowed.received_from ?? null, to: narrowed.received_to ?? null },
    onChange: ({ from, to }) => narrow({ received_from: from, received_to: to }),
    onChoose: onChooseDays,
  })
  const amount = useAmountFilter({
    range: { from: narrowed.amount_from ?? null, to: narrowed.amount_to ?? null },
    currencies: narrowed.currency,
    onClear: () => narrow({ amount_from: null, amount_to: null }),
    onChoose: onChooseAmount,
  })
  const received: ListFilter = { id: 'received', label: t('columns.received_at'), ...days }
  const rare = [kind, currency, linked, test].map((filter) => ({ ...filter, isRare: true }))
  return [received, amount, status, type, authenticity, ...rare, ...only]
}
