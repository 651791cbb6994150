'use client'
import type { Route } from 'next'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Column } from '@/components/data-table/columns'
import { PaymentBadge } from '@/components/payment-status/payment-badge'
import { usePaymentText } from '@/components/payment-status/use-payment-text'
import { RelativeTime } from '@/components/time/relative-time'
import { Link } from '@/components/ui/link'
import { visibleText } from '@/components/ui/visible-text'
import { cardText } from '@/lib/core/format/card'
import type { PaymentItem } from '@/lib/payments/list'
import { PaymentName } from './payment-name'
import { type ColumnId, paymentColumns } from './use-payment-list'

type Columns = (Omit<Column<PaymentItem>, 'header'> & { id: ColumnId | 'description' })[]

const second = 'block text-xs text-muted group-data-[density=compact]/table:hidden'

/** Returns the column of what it is for, and the `shown` columns. */
export function usePaymentColumns(shop: string, shown: readonly ColumnId[]): Column<PaymentItem>[] {
  const names = useColumnNames()
  const { money, typeText } = usePaymentText()
  const t = useTranslations('paymentList')
  return useMemo(() => {
    const isShown = (id: string) => shown.some((one) => one === id)
    const all: Columns = [
      {
        id: 'description',
        isPrimary: true,
        className: 'max-w-[260px]',
        skeleton: 'my-[11px] h-3.5 w-40',
        cell: (payment) => <PaymentName payment={payment} isShown={isShown} />,
      },
      {
        id: 'state',
        cell: (payment) => <PaymentBadge payment={payment} />,
      },
      {
        id: 'amount',
        align: 'end',
        firstSort: 'desc',
        cell: ({ amount, currency }) => <span className="font-medium">{money(amount, currency)}</span>,
      },
      {
        id: 'returned',
        align: 'end',
        cell: ({ refunded, charged_back: back, currency }) =>
          refunded + back > 0 ? money(refunded + back, currency) : '–',
      },
      {
        id: 'net',
        align: 'end',
        cell: ({ paid, refunded, charged_back: back, net, currency }) => (
          <>
            <span className="block">{paid + refunded + back > 0 ? money(net, currency) : '–'}</span>
            {refunded + back > 0 && !isShown('returned') && (
              <span className={second}>{`− ${money(refunded + back, currency)}`}</span>
            )}
          </>
        ),
      },
      {
        id: 'customer',
        className: 'max-w-[190px] truncate',
        cell: (payment) => <Payer shop={shop} payment={payment} />,
      },
      {
        id: 'card',
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
    ]
    return all
      .filter(({ id, isPrimary }) => isPrimary || isShown(id))
      .map((column) => ({ ...column, header: names[column.id] }))
  }, [shop, shown, names, money, typeText, t])
}

export function useColumnNames(): Record<ColumnId | 'description', string> {
  const t = useTranslations('paymentList.columns')
  return useMemo(
    () =>
      Object.fromEntries(
        (['description', ...paymentColumns.all] as const).map((id) => [id, t(id)]),
      ) as Record<ColumnId | 'description', string>,
    [t],
  )
}

const code = 'max-w-[160px] truncate font-mono text-xs'

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
