'use client'
import { Coins } from 'lucide-react'
import type { Route } from 'next'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CsvExportButton } from '@/components/csv-export/export-button'
import { QueryList } from '@/components/data-table/query-list'
import { PageHeader } from '@/components/frame/page-header'
import { useLayout } from '@/components/list-tools/layout'
import { ListTools } from '@/components/list-tools/list-tools'
import { useCurrencyGroups } from '@/components/list-tools/use-currency-groups'
import { EmptyState } from '@/components/ui/empty-state'
import { paymentSortColumns } from '@/lib/core/paging'
import type { PaymentItem } from '@/lib/payments/list'
import { useColumnNames, usePaymentColumns } from './list/columns'
import { Notices } from './list/notices'
import { PaymentCard } from './list/payment-card'
import { usePaymentFilters } from './list/use-payment-filters'
import { paymentColumns, type PaymentListState, usePaymentList } from './list/use-payment-list'

// Without `loading`, a late chunk suspends the whole page.
const DaysDialog = dynamic(() => import('@/components/list-tools/days-dialog'), { loading: () => null })
const AmountDialog = dynamic(() => import('@/components/list-tools/amount-dialog'), { loading: () => null })
const loadExport = () => import('./list/export-dialog')
const ExportDialog = dynamic(loadExport, { loading: () => null })

const uidOf = ({ uid }: PaymentItem) => uid
const none: readonly PaymentItem[] = []

/** Lists who paid: one row a payment, with what came in and what went back. Updates live. */
export function PaymentsPage({ shop }: { shop: string }) {
  const t = useTranslations('paymentList')
  const { list, query } = usePaymentList(shop)
  const names = useColumnNames()
  const layout = useLayout(paymentColumns)
  const columns = usePaymentColumns(shop, layout.columns)
  const page = query.data
  const rows = page?.items ?? none
  const [choosing, setChoosing] = useState<'days' | 'amount' | null>(null)
  const filters = usePaymentFilters(shop, list, rows, {
    onChooseDays: () => setChoosing('days'),
    onChooseAmount: () => setChoosing('amount'),
  })
  const groupOf = useCurrencyGroups(list.sort, list.narrowed.currency)
  const hrefOf = ({ uid }: PaymentItem) => `/shops/${shop}/payments/${encodeURIComponent(uid)}` as Route
  const { cursor: _page, ...exported } = list.filters
  const count = page?.total ?? 0
  const isAbout = !(page?.total_exact ?? true)
  return (
    <>
      <PageHeader
        title={t('title')}
        meta={
          page && (
            <span className="tabular-nums">{t(isAbout ? 'totalAbout' : 'total', { total: count })}</span>
          )
        }
        actions={
          <CsvExportButton permission="payments.export" load={loadExport}>
            {(onClose) => (
              <ExportDialog
                shop={shop}
                query={exported}
                shown={layout.columns}
                count={count}
                isAbout={isAbout}
                onClose={onClose}
              />
            )}
          </CsvExportButton>
        }
      />
      <QueryList
        label={t('title')}
        list={list}
        query={query}
        searchPlaceholder={t('searchPlaceholder')}
        failedTitle={t('failedTitle')}
        notices={page && <Notices page={page} q={list.q} />}
        columns={columns}
        rowId={uidOf}
        rowHref={hrefOf}
        groupOf={groupOf}
        empty={
          <EmptyState icon={<Coins size={19} />} title={t('emptyTitle')}>
            {t('emptyText')}
          </EmptyState>
        }
        renderCard={(payment) => <PaymentCard payment={payment} href={hrefOf(payment)} />}
        filters={filters}
        density={layout.density}
        tools={
          <ListTools
            of="payments"
            shop={shop}
            list={list}
            layout={layout}
            names={names}
            sortColumns={paymentSortColumns}
          />
        }
      />
      <Choosing what={choosing} list={list} currency={rows[0]?.currency} onClose={() => setChoosing(null)} />
    </>
  )
}

interface ChoosingProps {
  what: 'days' | 'amount' | null
  list: PaymentListState
  /** The list's currency, used when no currency filter is set. */
  currency: string | null | undefined
  onClose: () => void
}

/** The dialog for a custom range of days or amounts. */
function Choosing({ what, list: { narrowed, narrow }, currency: usual, onClose }: ChoosingProps) {
  const t = useTranslations('paymentList.filters')
  const { day_from: from, day_to: to, amount_from: least, amount_to: most, currency } = narrowed
  if (what === 'days')
    return (
      <DaysDialog
        title={t('daysTitle')}
        days={{ from: from ?? null, to: to ?? null }}
        onChoose={(days) => narrow({ day_from: days.from, day_to: days.to })}
        onClose={onClose}
      />
    )
  if (what === null) return null
  return (
    <AmountDialog
      range={{ from: least ?? null, to: most ?? null }}
      currency={currency?.[0] ?? usual ?? 'EUR'}
      onChoose={(range, chosen) => {
        const isOpen = range.from === null && range.to === null
        narrow({ amount_from: range.from, amount_to: range.to, ...(isOpen ? {} : { currency: [chosen] }) })
      }}
      onClose={onClose}
    />
  )
}
