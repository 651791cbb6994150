'use client'
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Route } from 'next'
import { useTranslations, useLocale } from 'use-intl'
import { QueryError, RefreshNotice } from '@/components/data-table/query-state'
import { MinorUnits } from '@/components/money/use-money'
import { PageHeader } from '@/components/frame/page-header'
import { useFocusOnArrival } from '@/components/frame/use-focus-on-arrival'
import { visibleName } from '@/components/ui/text/visible-text'
import type { ReconciliationDetail } from '@/lib/payments/reconciliation/reconciliation'
import {
  reconciliationOptions,
  orderReconciliation,
  reconciliationKeys,
} from '@/lib/payments/reconciliation-client'
import { isWorking } from '@/lib/payments/reconciliation/statement'
import { RunNotices } from './run-notices'
import { RunRows } from './run-rows'
import { ReconciliationBadge, useReconciliationTexts } from './reconciliation-text'
import { when } from '@/components/time/when'
import { Card, Section } from '@/components/ui/card'
import { FilePlus2, Undo2 } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import { useFocusKept } from '@/components/dialogs/use-focus-kept'
import { useMay } from '@/components/frame/use-may'
import { Button } from '@/components/ui/button'
import { ApiError } from '@/lib/core/api/http'
import { storeAnswer } from '@/lib/core/client/store-answer'

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
  const title = useFocusOnArrival()
  const query = useQuery(reconciliationOptions(shop, id))
  const run = query.data
  if (!run) return query.isError ? <QueryError query={query} title={t('failedTitle')} isPage /> : null
  const list = `/shops/${shop}/payments` as Route
  return (
    <>
      <PageHeader
        title={nameOf(run)}
        titleRef={title}
        crumbs={[
          { label: payments('title'), href: list },
          { label: t('title'), href: `${list}/reconciliations` as Route },
          { label: visibleName(nameOf(run)) },
        ]}
        crumbsLabel={t('crumbs')}
        badges={<ReconciliationBadge state={run.state} />}
        meta={periodOf(run)}
        actions={<RunActions shop={shop} run={run} liveShopName={liveShopName} title={title} />}
      />
      <RefreshNotice query={query} />
      <RunNotices shop={shop} run={run} liveShopName={liveShopName} />
      {run.progress && <Progress run={run} />}
      {!isWorking(run.state) && run.file_hash !== null && (
        <MinorUnits value={run.minor_units}>
          <RunRows shop={shop} run={run} />
        </MinorUnits>
      )}
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

const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const

/** The file and its hash, how it was read, and who did what when. */
function RunFacts({ run }: { run: ReconciliationDetail }) {
  const t = useTranslations('reconciliation')
  const locale = useLocale()
  const { nameOf } = useReconciliationTexts()
  const { format, file_hash: hash, zone, counts } = run
  const done = (at: string | null, name: string | null) =>
    at === null ? null : t.rich('facts.by', { when: when(at), name: name ?? '–' })
  const facts = {
    name: <bdi>{visibleName(nameOf(run))}</bdi>,
    hash: hash && <span className="font-mono text-xs wrap-anywhere">{hash}</span>,
    rows: counts.rows.toLocaleString(locale),
    format:
      hash &&
      t('formatText', {
        encoding: format.encoding.toUpperCase(),
        delimiter: delimiterNames[format.delimiter],
      }),
    zone,
    created: done(run.created_at, run.created_by),
    missing: run.missing && (
      <>
        <span className="wrap-anywhere whitespace-pre-line" dir="auto">
          {visibleName(run.missing.reason)}
        </span>
        <span className="block text-muted">{done(run.missing.at, run.missing.by)}</span>
      </>
    ),
    recorded: done(run.recorded_at, run.recorded_by),
    undone: done(run.undone_at, run.undone_by),
  }
  return (
    <Card className="mt-5">
      <Section title={t('facts.title')}>
        <dl className="grid gap-y-1.5 text-md">
          {Object.entries(facts).map(
            ([name, fact]) =>
              fact !== null && (
                <div key={name} className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-4">
                  <dt className="text-muted">{t(`facts.${name as keyof typeof facts}`)}</dt>
                  <dd className="min-w-0 tabular-nums">{fact}</dd>
                </div>
              ),
          )}
        </dl>
      </Section>
    </Card>
  )
}

interface RunActionsProps {
  shop: string
  run: ReconciliationDetail
  liveShopName: string | null
  /** Takes the focus when the pressed button is gone. */
  title: RefObject<HTMLHeadingElement | null>
}

type Question = 'record' | 'undo'

/** Records what is only in the statement, or takes it back, after a question. */
function RunActions({ shop, run, liveShopName, title }: RunActionsProps) {
  const t = useTranslations('reconciliation')
  const mayReconcile = useMay('payments.reconcile')
  const [asked, setAsked] = useState<Question | null>(null)
  useFocusKept(asked !== null, title)
  const { state, counts } = run
  const client = useQueryClient()
  const send = useMutation({
    mutationFn: (verb: Question) => orderReconciliation(shop, run.id, verb),
    onSuccess: (answer) => {
      storeAnswer(client, reconciliationKeys.detail(shop, run.id), answer)
      setAsked(null)
    },
    onSettled: () => client.invalidateQueries({ queryKey: reconciliationKeys.all(shop) }),
  })
  const ask = (question: Question) => () => {
    send.reset()
    setAsked(question)
  }
  if (!mayReconcile) return null
  const count = asked === 'undo' ? counts.recorded : counts.recordable
  const isConflict = send.error instanceof ApiError && send.error.status === 409
  return (
    <>
      {(state === 'matched' || state === 'recorded') && (
        <Button icon={<Undo2 aria-hidden size={15} />} onPress={ask('undo')}>
          {t('undo')}
        </Button>
      )}
      {state === 'matched' && counts.recordable > 0 && (
        <Button variant="primary" icon={<FilePlus2 aria-hidden size={15} />} onPress={ask('record')}>
          {t('record', { count: counts.recordable })}
        </Button>
      )}
      {asked && (
        <ConfirmDialog
          title={t(`${asked}Title`, { count })}
          confirmLabel={t(asked, { count })}
          isPending={send.isPending}
          failure={send.error && t(isConflict ? 'conflict' : 'actionFailed')}
          onConfirm={() => send.mutate(asked)}
          onClose={() => setAsked(null)}
        >
          <p>{t(`${asked}Text`, { count })}</p>
          {liveShopName !== null && (
            <p className="mt-2 font-medium text-warn">{t('live', { shop: liveShopName })}</p>
          )}
        </ConfirmDialog>
      )}
    </>
  )
}
