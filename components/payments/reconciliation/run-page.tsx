'use client'
import { useQuery } from '@tanstack/react-query'
import type { Route } from 'next'
import { useTranslations } from 'use-intl'
import { QueryError } from '@/components/data-table/query-state'
import { PageHeader } from '@/components/frame/page-header'
import { visibleName } from '@/components/ui/text/visible-text'
import type { ReconciliationDetail } from '@/lib/payments/reconciliation'
import { reconciliationOptions } from '@/lib/payments/reconciliation-client'
import { isWorking } from '@/lib/payments/statement'
import { RunActions } from './run-actions'
import { RunFacts } from './run-facts'
import { RunNotices } from './run-notices'
import { RunRows } from './run-rows'
import { ReconciliationBadge } from './state-badge'
import { useReconciliationTexts } from './texts'

interface RunPageProps {
  shop: string
  id: string
  /** Null unless the shop is live. */
  liveShopName: string | null
}

/** One comparison of a statement with the ledger. Updates while it is at work. */
export function ReconciliationPage({ shop, id, liveShopName }: RunPageProps) {
  const t = useTranslations('reconciliation')
  const payments = useTranslations('paymentList')
  const { nameOf, periodOf } = useReconciliationTexts()
  const query = useQuery(reconciliationOptions(shop, id))
  const run = query.data
  if (!run) return query.isError ? <QueryError query={query} title={t('failedTitle')} isPage /> : null
  const list = `/shops/${shop}/payments` as Route
  return (
    <>
      <PageHeader
        title={nameOf(run)}
        crumbs={[
          { label: payments('title'), href: list },
          { label: t('title'), href: `${list}/reconciliations` as Route },
          { label: visibleName(nameOf(run)) },
        ]}
        crumbsLabel={t('crumbs')}
        badges={<ReconciliationBadge state={run.state} />}
        meta={periodOf(run)}
        actions={<RunActions shop={shop} run={run} liveShopName={liveShopName} />}
      />
      <RunNotices shop={shop} run={run} liveShopName={liveShopName} />
      {run.progress && <Progress run={run} />}
      {!isWorking(run.state) && run.file_hash !== null && <RunRows shop={shop} run={run} />}
      <RunFacts run={run} />
    </>
  )
}

function Progress({ run: { state, progress } }: { run: ReconciliationDetail }) {
  const t = useTranslations('reconciliation')
  if (
    !progress ||
    (state !== 'reading' && state !== 'matching' && state !== 'recording' && state !== 'undoing')
  )
    return null
  const done = progress.of === 0 ? progress.done : Math.min(progress.done, progress.of)
  const text = t(`progress.${state}`, { done, of: progress.of })
  return (
    <div className="mb-4 max-w-md text-md">
      <p role="status" className="mb-1.5 tabular-nums">
        {text}
      </p>
      <progress
        aria-label={t(`state.${state}`)}
        max={progress.of || undefined}
        value={progress.of ? done : undefined}
        className="block h-1.5 w-full accent-accent"
      />
    </div>
  )
}
