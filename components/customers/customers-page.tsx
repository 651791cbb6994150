'use client'
import { Plus, Users } from 'lucide-react'
import type { Route } from 'next'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryList } from '@/components/data-table/query-list'
import { PageHeader } from '@/components/frame/page-header'
import { PrimaryAction } from '@/components/frame/primary-action'
import { useMay } from '@/components/frame/use-may'
import { useLayout } from '@/components/list-tools/layout'
import { ListTools } from '@/components/list-tools/list-tools'
import { Freshness } from '@/components/mirror/freshness'
import { ListNotices, OnlyBest } from '@/components/mirror/list-notices'
import type { MirrorSource } from '@/components/mirror/use-read-again'
import type { CustomerListItem, CustomerPage } from '@/lib/customers/schema'
import { customerSortColumns } from '@/lib/core/paging'
import { syncCustomers } from '@/lib/customers/client'
import { customerKeys } from '@/lib/core/client/keys'
import { useCustomerColumns } from './columns'
import { CustomerCard } from './customer-card'
import { useColumnNames } from './list/column-names'
import { FileActions } from './list/file-actions'
import { useCustomerFilters } from './list/use-customer-filters'
import {
  type ColumnId,
  type CustomerListState,
  customerColumns,
  useCustomerList,
} from './list/use-customer-list'

// Without a place of its own to wait in, what comes late hides the whole page meanwhile.
const DaysDialog = dynamic(() => import('@/components/list-tools/days-dialog'), { loading: () => null })
const MirrorEmpty = dynamic(() => import('@/components/mirror/mirror-empty'), { loading: () => null })
const MirrorUnread = dynamic(() => import('@/components/mirror/mirror-unread'), { loading: () => null })

const idOf = ({ id }: CustomerListItem) => id

/** The gateway's list that is shown, and how it is read again. */
const sourceOf = (shop: string): MirrorSource => ({
  sync: () => syncCustomers(shop),
  refreshes: customerKeys.all(shop),
})

const countsOf = (page: CustomerPage | undefined) => ({
  total: page?.total ?? 0,
  isTotalExact: page?.total_exact ?? true,
})

/** The customers, from the mirror: they are there when the gateway is not, and the page says how fresh they are. */
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
  /** The columns the list shows. */
  shown: readonly ColumnId[]
  /** Null for who may make none. */
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
