'use client'
import { Ban, CircleAlert, CircleCheck, Clock, Link2, type LucideIcon, Undo2, Upload } from 'lucide-react'
import type { Route } from 'next'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '@/components/frame/use-may'
import { LinkButton, Link } from '@/components/ui/link'
import { problemCodes } from '@/lib/core/api/problem'
import { importOrder } from '@/lib/jobs/import'
import { subjectOf } from '@/lib/jobs/import-targets'
import { jobPermissions } from '@/lib/jobs/permissions'
import type { JobDetail } from '@/lib/jobs/schema'
import { emptyPlan, isFileImport, isUnderWay, isReportComplete, reportedCount, retryableCount } from './stage'

interface NoticesProps {
  shop: string
  job: JobDetail
}

export function JobNotices({ shop, job }: NoticesProps) {
  const t = useTranslations('jobs')
  const { counts, state, waiting_for: waitingFor } = job
  const of = subjectOf(job)
  const mayOrder = useMay(jobPermissions[job.kind].order)
  // Imports of checkouts and customers only create records, so they have their own texts.
  const importTexts = of === 'products' ? null : (`making.${of}` as const)
  return (
    <>
      {waitingFor && (
        <Notice icon={Clock} tone="warn">
          {t(`waiting.${waitingFor}`)}
        </Notice>
      )}
      {state === 'failed' && <Stopped failure={job.failure} />}
      {state === 'cancelled' && job.started_at === null && (
        <Notice icon={Ban}>
          {t(isFileImport(job) && counts.total === 0 ? 'uploadCancelled' : 'discarded')}
        </Notice>
      )}
      {emptyPlan(job) === 'nothing' && (
        <Notice icon={CircleCheck}>{t(importTexts ? `${importTexts}.nothing` : 'nothingToDo')}</Notice>
      )}
      {emptyPlan(job) === 'impossible' && (
        <Notice icon={CircleAlert} tone="warn">
          {t(
            hasUnchangedOrSkipped(counts)
              ? importTexts
                ? `${importTexts}.noneMore`
                : 'nothingMore'
              : 'nothingPossible',
          )}
        </Notice>
      )}
      {job.state === 'planned' && of !== 'customers' && <DuplicateRows of={of} order={job.order} />}
      <Links shop={shop} job={job} />
      {retryableCount(job) > 0 && counts.unconfirmed > 0 && (
        <Notice icon={CircleAlert} tone="warn">
          {t(importTexts ? `${importTexts}.unconfirmed` : 'unconfirmedNote', { count: counts.unconfirmed })}
        </Notice>
      )}
      {importTexts && state === 'done' && counts.done > 0 && (
        <Notice icon={Undo2}>{t(`${importTexts}.noUndo`)}</Notice>
      )}
      {of === 'checkouts' && counts.done > 0 && <Made shop={shop} job={job} />}
      {mayOrder && isFileImport(job) && !isUnderWay(job) && reportedCount(job) > 0 && (
        <Notice
          icon={Upload}
          tone="warn"
          action={
            <LinkButton size="sm" href={`/shops/${shop}/${of}/import` as Route}>
              {t('loadAgain')}
            </LinkButton>
          }
        >
          {t(isReportComplete(job) ? 'fixAll' : 'fix')}
        </Notice>
      )}
    </>
  )
}

/** Whether some rows are unchanged, or were skipped because the customer exists. */
const hasUnchangedOrSkipped = ({ unchanged, skipped }: JobDetail['counts']): boolean =>
  unchanged + skipped > 0

/** Warns about rows of an import that duplicate existing records or other rows. */
function DuplicateRows({ of, order }: { of: 'products' | 'checkouts'; order: JobDetail['order'] }) {
  const rowsText = useTranslations('jobs.duplicates')
  const productTexts = useTranslations('jobs.duplicates')
  const checkoutTexts = useTranslations('jobs.duplicates.checkouts')
  const t = of === 'checkouts' ? checkoutTexts : productTexts
  const duplicates = importOrder.safeParse(order).data?.twins
  if (!duplicates || duplicates.rows.length === 0) return null
  const { in_file: inFile, existing, rows } = duplicates
  const what = [
    ...(inFile > 0 ? [t('inFile', { count: inFile })] : []),
    ...(existing > 0 ? [t('existing', { count: existing })] : []),
  ]
  const list = rows.join(', ')
  const isAll = rows.length >= Math.max(inFile, existing) && inFile + existing <= rows.length
  return (
    <Notice icon={CircleAlert} tone="warn">
      {t('text', {
        what: what.join('; '),
        rows: isAll ? rowsText('rows', { count: rows.length, list }) : rowsText('rowsAndMore', { list }),
      })}
    </Notice>
  )
}

/** Links to the created checkouts, where their payment links can be copied and exported. */
function Made({ shop, job }: NoticesProps) {
  const t = useTranslations('jobs')
  return (
    <Notice
      icon={Link2}
      action={
        <LinkButton size="sm" href={`/shops/${shop}/checkouts?job=${job.id}` as Route}>
          {t('showMade', { count: job.counts.done })}
        </LinkButton>
      }
    >
      {t('made')}
    </Notice>
  )
}

const isProblem = (code: string | null) => problemCodes.find((known) => known === code) ?? 'internal'

function Stopped({ failure }: { failure: string | null }) {
  const t = useTranslations()
  return (
    <Notice icon={CircleAlert} tone="bad">
      {t(failure === 'upload_cut' ? 'jobs.uploadEnded' : 'jobs.stopped', {
        reason: t(`problems.${isProblem(failure)}`),
      })}
    </Notice>
  )
}

/** Links to the job that runs before this one, the job that undid it, and the job that it undoes. */
function Links({ shop, job: { waiting_behind: behind, undone_by: undoneBy, undoes } }: NoticesProps) {
  const t = useTranslations('jobs')
  const link = (id: string, text: string) => (
    <Link href={`/shops/${shop}/jobs/${id}` as Route} className="underline underline-offset-2">
      {text}
    </Link>
  )
  return (
    <>
      {behind && (
        <Notice icon={Clock}>
          {t('waiting.behind')} {link(behind, t('waiting.behindLink'))}
        </Notice>
      )}
      {undoneBy && (
        <Notice icon={Undo2}>
          {t('undoneBy')} {link(undoneBy, t('undoneByLink'))}
        </Notice>
      )}
      {undoes && (
        <Notice icon={Undo2}>
          {t('undoes')} {link(undoes, t('undoesLink'))}
        </Notice>
      )}
    </>
  )
}

interface NoticeProps {
  icon: LucideIcon
  tone?: 'plain' | 'warn' | 'bad'
  action?: ReactNode
  children: ReactNode
}

const tones = {
  plain: 'border bg-sunken',
  warn: 'bg-warn-weak text-warn',
  bad: 'bg-danger-weak text-danger',
}

export function Notice({ icon: Icon, tone = 'plain', action, children }: NoticeProps) {
  return (
    <div
      role="status"
      className={`mb-3 flex flex-wrap items-center gap-x-2.5 gap-y-2 rounded-md px-3 py-2 text-md ${tones[tone]}`}
    >
      <Icon aria-hidden size={15} className={tone === 'plain' ? 'shrink-0 text-muted' : 'shrink-0'} />
      <div className="min-w-0 flex-1">{children}</div>
      {action}
    </div>
  )
}
