'use client'
import { useQueryClient } from '@tanstack/react-query'
import { Coins } from 'lucide-react'
import type { Route } from 'next'
import { useCallback, useContext, useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { ListFilter } from '@/components/data-table/filter-bar'
import { defineList } from '@/components/list/define-list'
import type { ColumnContext, FilterContext, ListColumns } from '@/components/list/define-list'
import { defineExport } from '@/components/list/export-button'
import { multiFilter, optionsOf, type OwnFilters, removableFilter } from '@/components/list/filters/filters'
import { useAmountFilter } from '@/components/list/filters/use-amount-filter'
import { useCurrencyFilter, useFetchedFilter } from '@/components/list/filters/fetched-filters'
import { useDayFilter } from '@/components/list/filters/use-day-filter'
import { useList, useListQuery } from '@/components/list/use-list'
import { PaymentBadge } from '@/components/payment-status/payment-badge'
import { usePaymentText } from '@/components/payment-status/use-payment-text'
import { ShopTimeZone } from '@/components/time/clock'
import { RelativeTime } from '@/components/time/relative-time'
import { Link } from '@/components/ui/link'
import { visibleText } from '@/components/ui/text/visible-text'
import { cardText } from '@/lib/core/format/card'
import { formatDistinctDateTime, isTimeZone } from '@/lib/core/format/dates'
import { countryName } from '@/lib/core/format/names'
import { paymentFilterValuesOptions, paymentListOptions, paymentListParams } from '@/lib/payments/client'
import { evidenceGrades } from '@/lib/payments/evidence'
import type { PaymentFilterValues, PaymentItem, PaymentPage } from '@/lib/payments/list'
import { paymentStates } from '@/lib/payments/state'
import { PaymentName } from './payment-name'

export const paymentExport = defineExport({
  of: 'paymentList',
  permission: 'payments.export',
  isPersonal: true,
  columns: async () => ({ all: (await import('@/lib/payments/export')).paymentExportColumns }),
})

/** The gateway's `uid` identifies a payment. */
const withIds = (page: PaymentPage) => ({
  ...page,
  items: page.items.map((payment) => ({ ...payment, id: payment.uid })),
})

const paymentList = defineList({
  of: 'paymentList',
  path: 'payments',
  icon: Coins,
  params: paymentListParams,
  query: (shop, filters) => ({ ...paymentListOptions(shop, filters), select: withIds }),
  usual: ['state', 'amount', 'net', 'customer', 'card', 'at'],
})

export function usePaymentList(shop: string) {
  const list = useListQuery(paymentList, shop)
  return useList(list, useColumns(list), useFilters(list))
}

type Columns = ListColumns<'paymentList', PaymentItem>

const second = 'block text-xs text-muted group-data-[density=compact]/table:hidden'
const code = 'max-w-[160px] truncate font-mono text-xs'

function useColumns({ shop, isShown }: ColumnContext): Columns {
  const amountColumns = useAmountColumns(isShown)
  const { typeText } = usePaymentText()
  const t = useTranslations('paymentList')
  return useMemo(
    () => [
      {
        id: 'description',
        isPrimary: true,
        className: 'max-w-[260px]',
        skeleton: 'my-[11px] h-3.5 w-40',
        exported: ['uid', 'description', 'checkout_description', 'product_name', 'tracking_id', 'contract'],
        cell: (payment) => <PaymentName payment={payment} isShown={isShown} />,
      },
      {
        id: 'state',
        exported: ['state', 'difference', 'test'],
        cell: (payment) => <PaymentBadge payment={payment} />,
      },
      ...amountColumns,
      {
        id: 'customer',
        className: 'max-w-[190px] truncate',
        exported: ['customer_name', 'email'],
        cell: (payment) => <Payer shop={shop} payment={payment} />,
      },
      {
        id: 'card',
        exported: ['card_brand', 'card_last_4'],
        cell: ({ card_brand: brand, card_last_4: last4 }) => cardText(brand, last4) || '–',
      },
      { id: 'type', className: 'text-muted', cell: ({ type }) => (type === null ? '–' : typeText(type)) },
      { id: 'tracking_id', className: code, cell: ({ tracking_id: id }) => id ?? '–' },
      { id: 'uid', className: code, cell: ({ uid }) => uid },
      {
        id: 'authenticity',
        className: 'text-muted',
        cell: ({ authenticity }) => t(`grades.${authenticity}`),
      },
      {
        id: 'at',
        className: 'text-muted whitespace-nowrap',
        firstSort: 'desc',
        cell: ({ at }) => <RelativeTime at={at} isPlain />,
      },
    ],
    [shop, isShown, amountColumns, typeText, t],
  )
}

function useAmountColumns(isShown: ColumnContext['isShown']): Columns {
  const { money } = usePaymentText()
  return useMemo(
    () => [
      {
        id: 'amount',
        align: 'end',
        firstSort: 'desc',
        exported: ['price', 'currency'],
        cell: ({ amount, currency }) => <span className="font-medium">{money(amount, currency)}</span>,
      },
      {
        id: 'returned',
        align: 'end',
        exported: ['refunded', 'charged_back'],
        cell: ({ refunded, charged_back: back, currency }) =>
          refunded + back > 0 ? money(refunded + back, currency) : '–',
      },
      {
        id: 'net',
        align: 'end',
        exported: ['net_price'],
        cell: ({ paid, refunded, charged_back: back, net, currency }) => (
          <>
            <span className="block">{paid + refunded + back > 0 ? money(net, currency) : '–'}</span>
            {refunded + back > 0 && !isShown('returned') && (
              <span className={second}>{`− ${money(refunded + back, currency)}`}</span>
            )}
          </>
        ),
      },
    ],
    [money, isShown],
  )
}

function Payer({ shop, payment: { customer, email } }: { shop: string; payment: PaymentItem }) {
  if (!customer) return <bdi>{email === null ? '–' : visibleText(email)}</bdi>
  return (
    <>
      <Link
        href={`/shops/${shop}/customers/${customer.id}` as Route}
        className="rounded-xs underline-offset-2 hover:underline"
      >
        <bdi>{visibleText(customer.name)}</bdi>
      </Link>
      {email !== null && email !== customer.name && (
        <span className={`${second} truncate`}>{visibleText(email)}</span>
      )}
    </>
  )
}

type Context = FilterContext<typeof paymentListParams.filters, PaymentItem>

function useFilters(list: Context): OwnFilters {
  const t = useTranslations('paymentList')
  const states = useTranslations('paymentState')
  const locale = useLocale()
  const shopZone = useContext(ShopTimeZone) ?? 'UTC'
  const countryOf = useCallback((country: string) => countryName(country, locale), [locale])
  const { counted, unknown, hour, zone: asked } = list.narrowed
  const zone = asked && isTimeZone(asked) ? asked : shopZone
  return {
    state: multiFilter(list, 'state', {
      label: t('columns.state'),
      options: optionsOf(paymentStates, (state) => states(`state.${state}`)),
    }),
    day: useDayFilter(list, { name: 'day', label: t('filters.days'), title: t('filters.daysTitle'), zone }),
    hour: removableFilter(list, 'hour', {
      label: t('filters.hour'),
      text: hour && isMoment(hour) ? formatDistinctDateTime(new Date(hour), zone, locale) : undefined,
    }),
    amount: useAmountFilter(list),
    type: useGatewayFilter(list, 'type', t('columns.type')),
    brand: useGatewayFilter(list, 'brand', t('filters.brand')),
    country: useGatewayFilter(list, 'country', t('filters.country'), countryOf),
    evidence: multiFilter(list, 'evidence', {
      label: t('filters.evidence'),
      options: optionsOf(evidenceGrades.filter((grade) => grade !== 'unverified').toReversed(), (grade) =>
        t(`grades.${grade}`),
      ),
    }),
    currency: useCurrencyFilter(list),
    counted: removableFilter(list, 'counted', {
      label: t('filters.counted'),
      text: counted && t(`counted.${counted}`),
    }),
    unknown: removableFilter(list, 'unknown', {
      label: t('filters.unknown'),
      text: unknown && t(`filters.${unknown}`),
    }),
    ...Object.fromEntries(
      (['reason', 'zone', 'product_id', 'checkout_id', 'customer_id'] as const).map((id) => [
        id,
        removableFilter(list, id, { label: t(`filters.${id}`) }),
      ]),
    ),
  }
}

const isMoment = (text: string) => !Number.isNaN(Date.parse(text))

/** Filters by what the gateway says, which may be any text. */
function useGatewayFilter(
  list: Context,
  id: keyof PaymentFilterValues,
  label: string,
  noteOf?: (value: string) => string,
): ListFilter {
  const client = useQueryClient()
  const { shop } = list
  const valuesOf = useCallback(
    async () => (await client.query(paymentFilterValuesOptions(shop)))[id],
    [client, shop, id],
  )
  return useFetchedFilter(list, id, { label, valuesOf, noteOf })
}
