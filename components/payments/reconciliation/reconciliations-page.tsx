'use client'
import { useQuery } from '@tanstack/react-query'
import { FileUp, Scale } from 'lucide-react'
import type { Route } from 'next'
import { useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { pageOfTrail, trailParam } from '@/components/data-table/cursor-trail'
import type { Column } from '@/components/data-table/table-head'
import { DataTable } from '@/components/data-table/data-table'
import { PageGone } from '@/components/data-table/page-gone'
import { QueryError, RefreshNotice, tableStatus } from '@/components/data-table/query-state'
import { TableFooter } from '@/components/data-table/table-footer'
import { PageHeader } from '@/components/frame/page-header'
import { useMay } from '@/components/frame/use-may'
import { RelativeTime } from '@/components/time/relative-time'
import { EmptyState } from '@/components/ui/empty-state'
import { Link, LinkButton } from '@/components/ui/link'
import { visibleName } from '@/components/ui/text/visible-text'
import type { Reconciliation } from '@/lib/payments/reconciliation/reconciliation'
import { reconciliationListOptions } from '@/lib/payments/reconciliation-client'
import { ReconciliationBadge, useReconciliationTexts } from './reconciliation-text'

/** Lists the statements that were compared with the ledger, newest first. */
export function ReconciliationsPage({ shop }: { shop: string }) {
  const t = useTranslations('reconciliation')
  const payments = useTranslations('paymentList')
  const [{ cursors }, setAsked] = useQueryStates(trailParam, { history: 'replace' })
  const { cursor, from, pager, toFirstPage } = pageOfTrail(cursors, (next) => setAsked({ cursors: next }))
  const query = useQuery(reconciliationListOptions(shop, cursor))
  const columns = useColumns()
  const runs = query.data?.items ?? []
  const hrefOf = ({ id }: Reconciliation) => `/shops/${shop}/payments/reconciliations/${id}` as Route
  const next = query.isPlaceholderData ? null : query.data?.next_cursor
  const mayReconcile = useMay('payments.reconcile')
  const begin = mayReconcile && (
    <LinkButton
      variant="primary"
      href={`/shops/${shop}/payments/reconciliations/new` as Route}
      icon={<FileUp aria-hidden size={15} />}
    >
      {t('new')}
    </LinkButton>
  )
  return (
    <>
      <PageHeader
        title={t('title')}
        crumbs={[
          { label: payments('title'), href: `/shops/${shop}/payments` as Route },
          { label: t('title') },
        ]}
        crumbsLabel={t('crumbs')}
        // An empty list shows it instead.
        actions={runs.length > 0 && begin}
      />
      <RefreshNotice query={query} />
      <DataTable
        label={t('title')}
        columns={columns}
        rows={runs}
        rowId={({ id }) => id}
        rowHref={hrefOf}
        sort="-at"
        status={tableStatus(query)}
        empty={
          toFirstPage ? (
            <PageGone toFirstPage={toFirstPage} />
          ) : (
            <EmptyState icon={<Scale size={19} />} title={t('empty')} action={begin}>
              {t('emptyText')}
            </EmptyState>
          )
        }
        error={<QueryError query={query} title={t('failedTitle')} />}
        renderCard={(run) => <RunCard run={run} href={hrefOf(run)} />}
        footer={
          (from > 1 || next) && (
            <TableFooter
              from={from}
              shown={runs.length}
              total={from + runs.length - (next ? 0 : 1)}
              isTotalExact={!next}
              {...pager(next)}
            />
          )
        }
      />
    </>
  )
}

function useColumns(): Column<Reconciliation>[] {
  const t = useTranslations('reconciliation')
  const { nameOf, periodOf, foundOf } = useReconciliationTexts()
  return useMemo(
    () => [
      {
        id: 'file',
        header: t('columns.file'),
        isPrimary: true,
        className: 'max-w-[320px]',
        skeleton: 'my-[11px] h-3.5 w-48',
        cell: (run) => <bdi className="block truncate font-medium">{visibleName(nameOf(run))}</bdi>,
      },
      { id: 'state', header: t('columns.state'), cell: ({ state }) => <ReconciliationBadge state={state} /> },
      {
        id: 'period',
        header: t('columns.period'),
        className: 'text-muted tabular-nums whitespace-nowrap',
        cell: periodOf,
      },
      {
        id: 'found',
        header: t('columns.found'),
        className: 'tabular-nums',
        cell: (run) => foundOf(run) || '–',
      },
      {
        id: 'by',
        header: t('columns.by'),
        className: 'max-w-[160px] truncate text-muted',
        cell: ({ created_by: name }) => name ?? '–',
      },
      {
        id: 'at',
        header: t('columns.at'),
        className: 'text-muted whitespace-nowrap',
        cell: ({ created_at: at }) => <RelativeTime at={at} isPlain />,
      },
    ],
    // The texts depend on the language alone, as `t` does.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [t],
  )
}

function RunCard({ run, href }: { run: Reconciliation; href: Route }) {
  const { nameOf, periodOf, foundOf } = useReconciliationTexts()
  return (
    <Link href={href} data-row-link="" className="block rounded-sm">
      <span className="flex items-start justify-between gap-3">
        <bdi className="min-w-0 truncate font-medium">{visibleName(nameOf(run))}</bdi>
        <ReconciliationBadge state={run.state} />
      </span>
      <span className="mt-1 block text-md tabular-nums">{foundOf(run)}</span>
      <span className="mt-0.5 flex flex-wrap justify-between gap-x-3 text-md text-muted tabular-nums">
        {periodOf(run)}
        <RelativeTime at={run.created_at} isPlain />
      </span>
    </Link>
  )
}
