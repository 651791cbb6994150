'use client'
import { useQueryClient } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { FilterOption } from '@/components/data-table/filter-bar'
import { Marked } from '@/components/data-table/marked'
import { Personal } from '@/components/data-table/personal'
import { useMay } from '@/components/frame/use-may'
import { defineList } from '@/components/list/define-list'
import type { ColumnContext, FilterContext, ListColumns } from '@/components/list/define-list'
import { defineExport } from '@/components/list/export-button'
import { multiFilter, type OwnFilters } from '@/components/list/filters/filters'
import { useDayFilter } from '@/components/list/filters/use-day-filter'
import { useList, useListQuery } from '@/components/list/use-list'
import { useMoney } from '@/components/money/use-money'
import { PaymentBadge } from '@/components/payment-status/payment-badge'
import { RelativeTime } from '@/components/time/relative-time'
import { customerKeys } from '@/lib/core/client/keys'
import { namedOptions } from '@/lib/core/format/names'
import {
  customerChoicesOptions,
  customerListOptions,
  customerListParams,
  syncCustomers,
} from '@/lib/customers/client'
import type { CustomerChoices, CustomerListItem } from '@/lib/customers/schema'
import { countryCodes } from '@/lib/gateway/values/countries'
import { CustomerName, Labels, Place } from '../cells'

export const customerExport = defineExport({
  of: 'customers',
  permission: 'customers.export',
  isPersonal: true,
  columns: async () => ({ all: (await import('@/lib/customers/export')).customerExportColumns }),
})

const customerList = defineList({
  of: 'customers',
  path: 'customers',
  hasMaskedContacts: true,
  icon: Users,
  params: customerListParams,
  query: customerListOptions,
  usual: ['email', 'phone', 'country', 'external_id', 'labels', 'last_paid_at', 'created_at'],
  create: 'customers.create',
  mirror: { sync: syncCustomers, refreshes: customerKeys.all },
})

export function useCustomerList(shop: string) {
  const list = useListQuery(customerList, shop)
  return useList(list, useColumns(list), useFilters(list))
}

type Columns = ListColumns<'customers', CustomerListItem>

function useColumns({ isShown }: ColumnContext): Columns {
  const maySortByEmail = useMay('personal_data.read')
  return useMemo(
    () => [
      {
        id: 'name',
        isPrimary: true,
        firstSort: 'asc',
        className: 'max-w-[222px]',
        skeleton: 'my-[11px] h-3.5 w-40',
        exported: ['id', 'first_name', 'last_name'],
        cell: (customer) => <CustomerName customer={customer} hasId={!isShown('id')} />,
      },
      {
        id: 'id',
        cell: ({ id, marks }) => (
          <span className="font-mono text-xs text-muted">
            <Marked text={id} marks={marks?.id} />
          </span>
        ),
      },
      {
        id: 'email',
        // Sorting would reveal parts of masked addresses.
        firstSort: maySortByEmail ? 'asc' : undefined,
        className: 'max-w-[190px] min-[1440px]:max-w-[212px] truncate',
        cell: ({ email, masked, marks }) => <Personal text={email} isMasked={masked} marks={marks?.email} />,
      },
      ...otherColumns,
    ],
    [maySortByEmail, isShown],
  )
}

const otherColumns: Columns = [
  {
    id: 'phone',
    className: 'max-w-[150px] truncate tabular-nums',
    cell: ({ phone, masked, marks }) => <Personal text={phone} isMasked={masked} marks={marks?.phone} />,
  },
  {
    id: 'country',
    firstSort: 'asc',
    className: 'max-w-[125px]',
    exported: ['city', 'country'],
    cell: ({ city, country, marks }) => <Place city={city} country={country} marks={marks?.city} />,
  },
  {
    id: 'external_id',
    className: 'max-w-[115px] truncate',
    cell: ({ external_id: id, marks }) => (
      <Personal isMono text={id} isMasked={false} marks={marks?.external_id} />
    ),
  },
  {
    id: 'ip',
    cell: ({ ip, masked, marks }) => <Personal isMono text={ip} isMasked={masked} marks={marks?.ip} />,
  },
  {
    id: 'labels',
    className: 'max-w-[130px]',
    cell: ({ labels }) => (labels.length === 0 ? '–' : <Labels labels={labels} most={1} />),
  },
  { id: 'last_paid_at', className: 'text-muted', cell: (customer) => <LastPaid customer={customer} /> },
  {
    id: 'created_at',
    className: 'text-muted',
    firstSort: 'desc',
    cell: ({ created_at: at }) => <RelativeTime at={at} isPlain />,
  },
]

function LastPaid({ customer: { last_paid_at: at, last_payment: payment } }: { customer: CustomerListItem }) {
  const { amountText } = useMoney()
  if (!at) return '–'
  return (
    <>
      {payment && <span className="block text-text tabular-nums">{amountText(payment)}</span>}
      {payment && payment.state !== 'paid' && <PaymentBadge payment={payment} />}
      <RelativeTime at={at} isPlain />
    </>
  )
}

function useFilters(list: FilterContext<typeof customerListParams.filters>): OwnFilters {
  const t = useTranslations('customers.filters')
  const { country, label } = list.narrowed
  return {
    country: multiFilter(list, 'country', {
      label: t('country'),
      options: useChoices(list.shop, 'countries', country),
    }),
    created: useDayFilter(list, { name: 'created', label: t('created'), title: t('createdTitle') }),
    label: multiFilter(list, 'label', { label: t('label'), options: useChoices(list.shop, 'labels', label) }),
  }
}

/** Fetches the filter options that occur among the shop's customers, plus the chosen ones, when a menu opens. */
function useChoices(shop: string, of: keyof CustomerChoices, chosen: readonly string[] | undefined) {
  const client = useQueryClient()
  const locale = useLocale()
  const key = JSON.stringify(chosen ?? [])
  return useCallback(async (): Promise<readonly FilterOption[]> => {
    const choices = await client.query(customerChoicesOptions(shop))
    const all = [...new Set([...choices[of], ...(JSON.parse(key) as string[])])]
    if (of === 'labels')
      return all.toSorted((a, b) => a.localeCompare(b, locale)).map((value) => ({ value, label: value }))
    // The list accepts only these codes.
    const known = countryCodes.filter((code) => all.includes(code))
    return namedOptions('region', known, locale).map(({ id, label }) => ({ value: id, label, note: id }))
  }, [client, shop, of, key, locale])
}
