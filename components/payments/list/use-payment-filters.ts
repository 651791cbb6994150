'use client'
import { useTranslations } from 'use-intl'
import type { ListFilter } from '@/components/data-table/filters'
import { useAmountFilter } from '@/components/list-tools/use-amount-filter'
import { useCurrencyFilter } from '@/components/list-tools/use-currency-filter'
import { useDayChoices } from '@/components/list-tools/use-day-choices'
import { authenticityGrades } from '@/lib/notifications/kinds'
import type { PaymentItem } from '@/lib/payments/list'
import { paymentStates } from '@/lib/payments/state'
import type { PaymentListState } from './use-payment-list'

type Words = ReturnType<typeof useTranslations<'paymentList'>>

const asIs = (values: readonly (string | null)[]) =>
  [...new Set(values.flatMap((value) => value ?? []))].map((value) => ({ value, label: value }))
const anyOf = <Choice extends string>(selected: readonly string[]): Choice[] | null =>
  // The menu gives back nothing but its own options.
  selected.length === 0 ? null : ([...selected] as Choice[])

const usualTypes = ['payment', 'authorization', 'charge', 'payout', 'credit', 'tokenization']

/** Filters by what the gateway says, which may be any text. */
function gatewayFilters(
  { narrowed, narrow }: PaymentListState,
  t: Words,
  rows: readonly PaymentItem[],
): ListFilter[] {
  const of = (
    id: 'type' | 'brand' | 'country',
    label: string,
    values: readonly (string | null)[],
  ): ListFilter => ({
    id,
    label,
    options: asIs([...(narrowed[id] ?? []), ...values]),
    isMany: true,
    isRare: true,
    selected: narrowed[id] ?? [],
    onChange: (selected) => narrow({ [id]: anyOf(selected) }),
  })
  return [
    of('type', t('columns.type'), [...usualTypes, ...rows.map(({ type }) => type)]),
    of('brand', t('filters.brand'), rows.map(({ card_brand: brand }) => brand)), // prettier-ignore
    of('country', t('filters.country'), rows.map(({ card_country: country }) => country)), // prettier-ignore
  ]
}

/** Filters with two sides. */
function sideFilters({ narrowed, narrow }: PaymentListState, t: Words) {
  const of = (
    id: 'returned' | 'differs' | 'unlinked' | 'test',
    label: string,
    [yes, no]: [string, string],
  ): ListFilter => ({
    id,
    label,
    options: [
      { value: 'true', label: yes },
      { value: 'false', label: no },
    ],
    selected: narrowed[id] === undefined ? [] : [String(narrowed[id])],
    onChange: ([value]) => narrow({ [id]: value === undefined ? null : value === 'true' }),
  })
  return {
    returned: of('returned', t('filters.returned'), [t('filters.isReturned'), t('filters.isKept')]),
    differs: of('differs', t('filters.differs'), [t('filters.isDifferent'), t('filters.isAsAsked')]),
    unlinked: of('unlinked', t('filters.linked'), [t('filters.isUnlinked'), t('filters.isLinked')]),
    test: of('test', t('filters.mode'), [t('filters.testOnly'), t('filters.realOnly')]),
  }
}

const given = ['zone', 'product_id', 'checkout_id', 'customer_id'] as const

/** Removable chips of filters that only an address can set, such as a link from the overview. */
function givenFilters({ narrowed, narrow }: PaymentListState, t: Words): ListFilter[] {
  const chip = (id: (typeof given)[number] | 'counted', value: string, text = value): ListFilter => ({
    id,
    label: t(`filters.${id}`),
    options: [{ value, label: text }],
    selected: [value],
    onChange: () => narrow({ [id]: null }),
  })
  const { counted } = narrowed
  return [
    ...(counted ? [chip('counted', counted, t(`counted.${counted}`))] : []),
    ...given.flatMap((id) => (narrowed[id] === undefined ? [] : [chip(id, narrowed[id])])),
  ]
}

/** The `onChoose…` callbacks open the dialogs for custom ranges. */
export function usePaymentFilters(
  shop: string,
  list: PaymentListState,
  rows: readonly PaymentItem[],
  { onChooseDays, onChooseAmount }: { onChooseDays: () => void; onChooseAmount: () => void },
): ListFilter[] {
  const t = useTranslations('paymentList')
  const states = useTranslations('paymentState')
  const { narrowed, narrow } = list
  const days = useDayChoices({
    days: { from: narrowed.day_from ?? null, to: narrowed.day_to ?? null },
    onChange: ({ from, to }) => narrow({ day_from: from, day_to: to }),
    onChoose: onChooseDays,
  })
  const amount = useAmountFilter({
    range: { from: narrowed.amount_from ?? null, to: narrowed.amount_to ?? null },
    currencies: narrowed.currency,
    onClear: () => narrow({ amount_from: null, amount_to: null }),
    onChoose: onChooseAmount,
  })
  const currency = useCurrencyFilter(shop, narrowed.currency, (chosen) => narrow({ currency: chosen }))
  const state: ListFilter = {
    id: 'state',
    label: t('columns.state'),
    options: paymentStates.map((value) => ({ value, label: states(`state.${value}`) })),
    isMany: true,
    selected: narrowed.state ?? [],
    onChange: (selected) => narrow({ state: anyOf(selected) }),
  }
  const evidence: ListFilter = {
    id: 'evidence',
    label: t('filters.evidence'),
    options: authenticityGrades
      .filter((grade) => grade !== 'unverified')
      .toReversed()
      .map((value) => ({ value, label: t(`grades.${value}`) })),
    isMany: true,
    isRare: true,
    selected: narrowed.evidence ?? [],
    onChange: (selected) => narrow({ evidence: anyOf(selected) }),
  }
  const { returned, differs, unlinked, test } = sideFilters(list, t)
  const rare = [unlinked, test, currency].map((filter) => ({ ...filter, isRare: true }))
  const day: ListFilter = { id: 'day', label: t('filters.days'), ...days }
  return [
    state,
    day,
    amount,
    returned,
    differs,
    ...gatewayFilters(list, t, rows),
    evidence,
    ...rare,
    ...givenFilters(list, t),
  ]
}
