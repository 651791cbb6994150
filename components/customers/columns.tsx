'use client'
import { useMemo } from 'react'
import type { Column } from '@/components/data-table/columns'
import { Marked } from '@/components/data-table/marked'
import { Personal } from '@/components/data-table/personal'
import { useMay } from '@/components/frame/use-may'
import { useMoney } from '@/components/money/use-money'
import { PaymentBadge } from '@/components/payment-status/payment-badge'
import { RelativeTime } from '@/components/time/relative-time'
import type { CustomerListItem } from '@/lib/customers/schema'
import { CustomerName } from './customer-name'
import { Labels } from './labels'
import { useColumnNames } from './list/column-names'
import type { ColumnId } from './list/use-customer-list'
import { Place } from './place'

const muted = { className: 'text-muted' }

type Names = ReturnType<typeof useColumnNames>

export function useCustomerColumns(shown: readonly ColumnId[]): Column<CustomerListItem>[] {
  const names = useColumnNames()
  const maySortByEmail = useMay('personal_data.read')
  const { amountText } = useMoney()
  return useMemo(() => {
    const isShown = (id: string) => shown.some((one) => one === id)
    return [
      {
        id: 'name',
        header: names.name,
        isPrimary: true,
        firstSort: 'asc',
        className: 'max-w-[222px]',
        skeleton: 'my-[11px] h-3.5 w-40',
        cell: (customer) => <CustomerName customer={customer} hasId={!shown.includes('id')} />,
      },
      ...[...contactColumns(names, maySortByEmail), ...otherColumns(names, amountText)].filter(({ id }) =>
        isShown(id),
      ),
    ]
  }, [names, maySortByEmail, amountText, shown])
}

const contactColumns = (names: Names, maySortByEmail: boolean): Column<CustomerListItem>[] => [
  {
    id: 'id',
    header: names.id,
    cell: ({ id, marks }) => (
      <span className="font-mono text-xs text-muted">
        <Marked text={id} marks={marks?.id} />
      </span>
    ),
  },
  {
    id: 'email',
    header: names.email,
    // Sorting would reveal something of masked addresses.
    firstSort: maySortByEmail ? 'asc' : undefined,
    className: 'max-w-[190px] min-[1440px]:max-w-[212px] truncate',
    cell: ({ email, masked, marks }) => <Personal text={email} masked={masked} marks={marks?.email} />,
  },
  {
    id: 'phone',
    header: names.phone,
    className: 'max-w-[150px] truncate tabular-nums',
    cell: ({ phone, masked, marks }) => <Personal text={phone} masked={masked} marks={marks?.phone} />,
  },
  {
    id: 'country',
    header: names.country,
    firstSort: 'asc',
    className: 'max-w-[125px]',
    cell: ({ city, country, marks }) => <Place city={city} country={country} marks={marks?.city} />,
  },
  {
    id: 'external_id',
    header: names.external_id,
    className: 'max-w-[115px] truncate',
    cell: ({ external_id: id, marks }) => (
      <Personal isMono text={id} masked={false} marks={marks?.external_id} />
    ),
  },
  {
    id: 'ip',
    header: names.ip,
    cell: ({ ip, masked, marks }) => <Personal isMono text={ip} masked={masked} marks={marks?.ip} />,
  },
]

type AmountText = ReturnType<typeof useMoney>['amountText']

const otherColumns = (names: Names, amountText: AmountText): Column<CustomerListItem>[] => [
  {
    id: 'labels',
    header: names.labels,
    className: 'max-w-[130px]',
    cell: ({ labels }) => (labels.length === 0 ? '–' : <Labels labels={labels} most={1} />),
  },
  {
    id: 'last_paid_at',
    header: names.last_paid_at,
    ...muted,
    cell: ({ last_paid_at: at, last_payment: payment }) =>
      at ? (
        <>
          {payment && <span className="block text-text tabular-nums">{amountText(payment)}</span>}
          {payment && payment.state !== 'paid' && <PaymentBadge payment={payment} />}
          <RelativeTime at={at} isPlain />
        </>
      ) : (
        '–'
      ),
  },
  {
    id: 'created_at',
    header: names.created_at,
    ...muted,
    firstSort: 'desc',
    cell: ({ created_at: at }) => <RelativeTime at={at} isPlain />,
  },
]
