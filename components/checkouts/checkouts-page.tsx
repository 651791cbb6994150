'use client'
import { Plus, ShoppingCart } from 'lucide-react'
import type { Route } from 'next'
import dynamic from 'next/dynamic'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryList } from '@/components/data-table/query-list'
import { useSelection } from '@/components/data-table/use-selection'
import { useMay } from '@/components/frame/use-may'
import { useCurrencyGroups } from '@/components/list-tools/use-currency-groups'
import { useLayout } from '@/components/list-tools/layout'
import { ListTools } from '@/components/list-tools/list-tools'
import { OnlyBest } from '@/components/mirror/list-notices'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'
import { SimilarOnlyNotice } from '@/components/mirror/alike'
import type { CheckoutListItem } from '@/lib/checkouts/schema'
import { checkoutSortColumns } from '@/lib/core/paging'
import { CheckoutCard } from './checkout-card'
import { useCheckoutColumns } from './columns'
import { CheckoutActionsContext } from './list/actions'
import { useColumnNames } from './list/column-names'
import { ListHeader } from './list/list-header'
import { useCheckoutFilters } from './list/use-checkout-filters'
import { checkoutColumns, type CheckoutListState, useCheckoutList } from './list/use-checkout-list'
import { useReissue } from './use-reissue'

// Without `loading`, a late chunk suspends the whole page.
const DaysDialog = dynamic(() => import('@/components/list-tools/days-dialog'), { loading: () => null })
const AmountDialog = dynamic(() => import('@/components/list-tools/amount-dialog'), { loading: () => null })
const BulkBar = dynamic(() => import('./list/bulk-bar').then((module) => module.BulkBar), {
  loading: () => null,
})

const idOf = ({ id }: CheckoutListItem) => id
const nameOf = ({ description }: CheckoutListItem) => description

/**
 * Lists the checkouts created in Counterfoil. Works without the gateway, which has no list of checkouts.
 * States update
 * live.
 */
export function CheckoutsPage({ shop }: { shop: string }) {
  const t = useTranslations('checkouts')
  const { list, query } = useCheckoutList(shop)
  const names = useColumnNames()
  const layout = useLayout(checkoutColumns)
  const columns = useCheckoutColumns(layout.columns)
  const [isSelecting, setIsSelecting] = useState(false)
  const selection = useSelection(idOf, JSON.stringify(['checkouts', shop, list.q, list.narrowed]))
  const groupOf = useCurrencyGroups(list.sort, list.narrowed.currency)
  const [choosing, setChoosing] = useState<'days' | 'amount' | null>(null)
  const filters = useCheckoutFilters(shop, list, {
    onChooseDays: () => setChoosing('days'),
    onChooseAmount: () => setChoosing('amount'),
  })
  const mayCreate = useMay('checkouts.create')
  const page = query.data
  const counts = { total: page?.total ?? 0, isTotalExact: page?.total_exact ?? true }
  const newHref = mayCreate ? (`/shops/${shop}/checkouts/new` as Route) : null
  const hrefOf = ({ id }: CheckoutListItem) => `/shops/${shop}/checkouts/${id}` as Route
  const isSome = selection.count(counts.total) > 0

  return (
    <ActionsProvider shop={shop} list={list}>
      <ListHeader shop={shop} list={list} page={page} shown={layout.columns} newHref={newHref} />
      <QueryList
        label={t('title')}
        list={list}
        query={query}
        searchPlaceholder={t('searchPlaceholder')}
        failedTitle={t('failedTitle')}
        notices={page?.alike && <SimilarOnlyNotice q={list.q} />}
        columns={columns}
        rowId={idOf}
        rowName={nameOf}
        groupOf={groupOf}
        rowHref={hrefOf}
        empty={<NoneYet newHref={newHref} />}
        renderCard={(checkout) => <CheckoutCard checkout={checkout} href={hrefOf(checkout)} />}
        filters={filters}
        density={layout.density}
        selection={selection}
        isSelectingCards={isSelecting}
        tools={
          <ListTools
            of="checkouts"
            shop={shop}
            list={list}
            layout={layout}
            names={names}
            sortColumns={checkoutSortColumns}
            selecting={{
              isOn: isSelecting,
              set: (isOn) => {
                setIsSelecting(isOn)
                if (!isOn) selection.clear()
              },
            }}
          />
        }
        endNote={page && page.best !== null && <OnlyBest best={page.best} {...counts} />}
        bulkBar={
          isSome && (
            <BulkBar
              shop={shop}
              list={list}
              selection={selection}
              {...counts}
              isAlike={page?.alike ?? false}
            />
          )
        }
      />
      <Choosing
        what={choosing}
        list={list}
        currency={page?.items[0]?.currency}
        onClose={() => setChoosing(null)}
      />
    </ActionsProvider>
  )
}

function ActionsProvider(props: { shop: string; list: CheckoutListState; children: ReactNode }) {
  const { shop, list, children } = props
  const { reissue, dialog } = useReissue(shop)
  const actions = useMemo(
    () => ({ shop, reissue, showTracking: (trackingId: string) => list.search(trackingId) }),
    [shop, reissue, list],
  )
  return (
    <CheckoutActionsContext value={actions}>
      {children}
      {dialog}
    </CheckoutActionsContext>
  )
}

function NoneYet({ newHref }: { newHref: Route | null }) {
  const t = useTranslations('checkouts')
  return (
    <EmptyState
      icon={<ShoppingCart size={19} />}
      title={t('emptyTitle')}
      action={
        newHref && (
          <LinkButton href={newHref} variant="primary" icon={<Plus aria-hidden size={16} />}>
            {t('new')}
          </LinkButton>
        )
      }
    >
      {t('emptyText')}
    </EmptyState>
  )
}

interface ChoosingProps {
  what: 'days' | 'amount' | null
  list: CheckoutListState
  /** The list's currency, used when no currency filter is set. */
  currency: string | undefined
  onClose: () => void
}

/** Renders the dialog for a custom range of days or amounts. */
function Choosing({ what, list: { narrowed, narrow }, currency: usual = 'EUR', onClose }: ChoosingProps) {
  const t = useTranslations('checkouts.filters')
  const { created_from: from, created_to: to, amount_from: least, amount_to: most, currency } = narrowed
  if (what === 'days')
    return (
      <DaysDialog
        title={t('createdTitle')}
        days={{ from: from ?? null, to: to ?? null }}
        onChoose={(days) => narrow({ created_from: days.from, created_to: days.to })}
        onClose={onClose}
      />
    )
  if (what === null) return null
  return (
    <AmountDialog
      range={{ from: least ?? null, to: most ?? null }}
      currency={currency?.[0] ?? usual}
      onChoose={(range, chosen) => {
        const isOpen = range.from === null && range.to === null
        narrow({ amount_from: range.from, amount_to: range.to, ...(isOpen ? {} : { currency: [chosen] }) })
      }}
      onClose={onClose}
    />
  )
}
