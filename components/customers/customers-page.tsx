'use client'
import { Plus, Users } from 'lucide-react'
import type { Route } from 'next'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Personal } from '@/components/data-table/personal'
import { QueryList } from '@/components/data-table/query-list'
import { PageHeader } from '@/components/frame/page-header'
import { PrimaryAction } from '@/components/frame/primary-action'
import { useMay } from '@/components/frame/use-may'
import { useLayout } from '@/components/list-tools/layout'
import { ListTools } from '@/components/list-tools/list-tools'
import { Freshness } from '@/components/mirror/freshness'
import { ListNotices, OnlyBest } from '@/components/mirror/list-notices'
import type { MirrorSource } from '@/components/mirror/use-read-again'
import { useMoney } from '@/components/money/use-money'
import { PaymentBadge } from '@/components/payment-status/payment-badge'
import { when } from '@/components/time/when'
import { Link } from '@/components/ui/link'
import { customerKeys } from '@/lib/core/client/keys'
import { customerSortColumns } from '@/lib/core/paging'
import { syncCustomers } from '@/lib/customers/client'
import type { CustomerListItem, CustomerPage } from '@/lib/customers/schema'
import { Avatar } from './avatar'
import { useCustomerColumns } from './columns'
import { NameText, WhyFound } from './customer-name'
import { Labels } from './labels'
import { useColumnNames } from './list/column-names'
import { FileActions } from './list/file-actions'
import { useCustomerFilters } from './list/use-customer-filters'
import {
  type ColumnId,
  type CustomerListState,
  customerColumns,
  useCustomerList,
} from './list/use-customer-list'
import { Place } from './place'

// Without a `loading` fallback of its own, a late component would hide the whole page.
const DaysDialog = dynamic(() => import('@/components/list-tools/days-dialog'), { loading: () => null })
const MirrorEmpty = dynamic(() => import('@/components/mirror/mirror-empty'), { loading: () => null })
const MirrorUnread = dynamic(() => import('@/components/mirror/mirror-unread'), { loading: () => null })

const idOf = ({ id }: CustomerListItem) => id

/** How to sync the gateway's list, and which queries to refetch then. */
const sourceOf = (shop: string): MirrorSource => ({
  sync: () => syncCustomers(shop),
  refreshes: customerKeys.all(shop),
})

const countsOf = (page: CustomerPage | undefined) => ({
  total: page?.total ?? 0,
  isTotalExact: page?.total_exact ?? true,
})

/** The list of customers, from the mirror. It works without the gateway and says how fresh it is. */
export function CustomersPage({ shop }: { shop: string }) {
  const t = useTranslations('customers')
  const { list, query } = useCustomerList(shop)
  const names = useColumnNames()
  const layout = useLayout(customerColumns)
  const columns = useCustomerColumns(layout.columns)
  const [isChoosingDays, setIsChoosingDays] = useState(false)
  const filters = useCustomerFilters(shop, list, () => setIsChoosingDays(true))
  const mayCreate = useMay('customers.create')
  const maySortByEmail = useMay('personal_data.read')
  const page = query.data
  const mirror = { shop, source: sourceOf(shop) }
  const newHref = mayCreate ? (`/shops/${shop}/customers/new` as Route) : null
  const hrefOf = ({ id }: CustomerListItem) => `/shops/${shop}/customers/${id}` as Route

  return (
    <>
      <Header shop={shop} list={list} page={page} shown={layout.columns} newHref={newHref} />
      <QueryList
        label={t('title')}
        list={list}
        query={query}
        searchPlaceholder={t('searchPlaceholder')}
        failedTitle={t('failedTitle')}
        notices={page && <ListNotices {...mirror} page={page} q={list.q} askedAt={query.dataUpdatedAt} />}
        columns={columns}
        rowId={idOf}
        rowHref={hrefOf}
        unread={
          page &&
          page.synced_at === null && (
            <MirrorUnread {...mirror} of="customers" page={page} isSearched={!!list.q || list.isNarrowed} />
          )
        }
        empty={<MirrorEmpty of="customers" icon={<Users size={19} />} newHref={newHref} />}
        renderCard={(customer) => <CustomerCard customer={customer} href={hrefOf(customer)} />}
        filters={filters}
        density={layout.density}
        tools={
          <ListTools
            of="customers"
            shop={shop}
            list={list}
            layout={layout}
            names={names}
            sortColumns={customerSortColumns.filter((column) => column !== 'email' || maySortByEmail)}
          />
        }
        endNote={page && page.best !== null && <OnlyBest best={page.best} {...countsOf(page)} />}
      />
      {isChoosingDays && (
        <DaysDialog
          title={t('filters.createdTitle')}
          days={{ from: list.narrowed.created_from ?? null, to: list.narrowed.created_to ?? null }}
          onChoose={({ from, to }) => list.narrow({ created_from: from, created_to: to })}
          onClose={() => setIsChoosingDays(false)}
        />
      )}
    </>
  )
}

interface HeaderProps {
  shop: string
  list: CustomerListState
  page: CustomerPage | undefined
  shown: readonly ColumnId[]
  /** Null when the viewer may not create customers. */
  newHref: Route | null
}

function Header({ shop, list, page, shown, newHref }: HeaderProps) {
  const t = useTranslations('customers')
  const counts = countsOf(page)
  return (
    <PageHeader
      title={t('title')}
      meta={page && <Freshness {...counts} shop={shop} page={page} source={sourceOf(shop)} />}
      actions={<FileActions shop={shop} list={list} shown={shown} {...counts} />}
      primary={
        newHref && (
          <PrimaryAction href={newHref} label={t('new')} icon={<Plus aria-hidden size={16} />} shortcut="n" />
        )
      }
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
          <Personal text={email} masked={masked} marks={marks?.email} />
        </span>
        {(phone || externalId) && (
          <span className="flex gap-x-3 text-md text-muted">
            {phone && (
              <span className="min-w-0 truncate tabular-nums">
                <Personal text={phone} masked={masked} marks={marks?.phone} />
              </span>
            )}
            {externalId && (
              <span dir="auto" className="min-w-0 truncate">
                <Personal isMono text={externalId} masked={false} marks={marks?.external_id} />
              </span>
            )}
          </span>
        )}
        <WhyFound customer={customer} />
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
