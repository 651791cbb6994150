'use client'
import type { Route } from 'next'
import { useTranslations } from 'use-intl'
import { Personal } from '@/components/data-table/personal'
import { FileActions } from '@/components/list/file-actions'
import { ListPage } from '@/components/list/list-page'
import { useMoney } from '@/components/money/use-money'
import { PaymentBadge } from '@/components/payment-status/payment-badge'
import { when } from '@/components/time/when'
import { Link } from '@/components/ui/link'
import type { CustomerListItem } from '@/lib/customers/schema'
import { Avatar, Labels, NameText, Place, FoundReason } from './cells'
import { customerExport, useCustomerList } from './list/customer-list'

/** The list of customers, from the mirror. It works without the gateway and says how fresh it is. */
export function CustomersPage({ shop }: { shop: string }) {
  const list = useCustomerList(shop)
  return (
    <ListPage
      list={list}
      actions={<FileActions list={list} of="customers" exported={customerExport} />}
      renderCard={(customer, href) => <CustomerCard customer={customer} href={href} />}
    />
  )
}

function CustomerCard({ customer, href }: { customer: CustomerListItem; href: Route }) {
  const t = useTranslations('customers')
  const { email, phone, city, country, masked, labels, marks, external_id: externalId } = customer
  const { last_paid_at: paidAt, last_payment: lastPayment, created_at: createdAt } = customer
  const { amountText } = useMoney()
  return (
    <Link href={href} data-row-link="" className="flex gap-2.5 rounded-sm">
      <Avatar customer={customer} className="mt-0.5" />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-3">
          <NameText customer={customer} className="min-w-0 truncate text-base font-medium" />
          {(city || country) && (
            <span className="max-w-[45%] min-w-0 shrink-0 text-md text-muted">
              <Place city={city} country={country} marks={marks?.city} />
            </span>
          )}
        </span>
        <span dir="auto" className="block truncate text-md">
          <Personal text={email} isMasked={masked} marks={marks?.email} />
        </span>
        {(phone || externalId) && (
          <span className="flex gap-x-3 text-md text-muted">
            {phone && (
              <span className="min-w-0 truncate tabular-nums">
                <Personal text={phone} isMasked={masked} marks={marks?.phone} />
              </span>
            )}
            {externalId && (
              <span dir="auto" className="min-w-0 truncate">
                <Personal isMono text={externalId} isMasked={false} marks={marks?.external_id} />
              </span>
            )}
          </span>
        )}
        <FoundReason customer={customer} />
        <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
          {lastPayment && <span className="tabular-nums">{amountText(lastPayment)}</span>}
          {lastPayment && lastPayment.state !== 'paid' && <PaymentBadge payment={lastPayment} />}
          {paidAt
            ? t.rich('card.lastPaid', { when: when(paidAt, { isPlain: true }) })
            : t.rich('card.created', { when: when(createdAt, { isPlain: true }) })}
          <Labels labels={labels} most={3} />
        </span>
      </span>
    </Link>
  )
}
