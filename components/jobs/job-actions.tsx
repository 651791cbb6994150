'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ban, CircleStop, Play, RotateCcw, Search, SearchX, Undo2 } from 'lucide-react'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import { DownloadLink } from '@/components/dialogs/download-link'
import { useMay } from '@/components/frame/use-may'
import { Button } from '@/components/ui/button'
import { jobKeys } from '@/lib/core/client/keys'
import { controlJob, reportAddress, runJob, type JobVerb } from '@/lib/jobs/client'
import { subjectOf } from '@/lib/jobs/import-targets'
import { holdsPeople, jobPermissions } from '@/lib/jobs/permissions'
import type { JobDetail } from '@/lib/jobs/schema'
import { storeAnswer } from '@/lib/core/client/store-answer'
import { useFailureText } from '@/components/dialogs/failure'
import { useOrderText } from './order-text'
import {
  canCancel,
  canRun,
  isProductCopy,
  unconfirmedImportCount,
  reportedCount,
  retryableCount,
  runnableCount,
  isFileImport,
  obstacleTo,
  unsettledCount,
} from './stage'

interface JobActionsProps {
  shop: string
  job: JobDetail
  liveShopName: string | null
  /** Columns were chosen that the rows were not checked with. */
  hasUncheckedColumns: boolean
  /** Called once the server has accepted the order. */
  onDone: () => void
}

const icon = { 'aria-hidden': true, size: 15 } as const

/** Each action asks for confirmation. */
export function JobActions(props: JobActionsProps) {
  const { shop, job, liveShopName, hasUncheckedColumns } = props
  const t = useTranslations('jobs')
  const [asked, setAsked] = useState<Asked | null>(null)
  const order = useOrder(props, () => setAsked(null))
  const ask = (question: Question) => () => {
    order.reset()
    setAsked({ question, plannedSince: job.planned_since })
  }
  const offered = offeredOf(job, useMay(jobPermissions[job.kind].order))
  const runLabel = useRunLabel(props)
  // Someone else may have started or ended the job since: “Discard” would stop it.
  if (asked !== null && !offered[asked.question] && !order.isPending && !order.isError) setAsked(null)
  return (
    <>
      <ReportLink shop={shop} job={job} />
      {offered.stop && (
        <Button icon={<CircleStop {...icon} />} onPress={ask('stop')}>
          {t('stop')}
        </Button>
      )}
      {offered.cancel && (
        <Button icon={<Ban {...icon} />} onPress={ask('cancel')}>
          {t('cancel')}
        </Button>
      )}
      {offered.undo && (
        <Button icon={<Undo2 {...icon} />} onPress={ask('undo')}>
          {t('undo')}
        </Button>
      )}
      {offered.settle && (
        <Button icon={<Search {...icon} />} onPress={ask('settle')}>
          {t('settle')}
        </Button>
      )}
      {offered.repeat && (
        <Button icon={<SearchX {...icon} />} onPress={ask('repeat')}>
          {t('repeat')}
        </Button>
      )}
      {offered.retry && (
        <Button icon={<RotateCcw {...icon} />} onPress={ask('retry')}>
          {t('retry')}
        </Button>
      )}
      {offered.run && (
        <Button variant="primary" className="max-w-full" icon={<Play {...icon} />} onPress={ask('run')}>
          <span className="min-w-0 wrap-anywhere whitespace-normal">{runLabel}</span>
        </Button>
      )}
      {asked && (
        <JobQuestion
          question={asked.question}
          job={job}
          liveShopName={liveShopName}
          obstacle={asked.question === 'run' ? obstacleTo(job, { ...asked, hasUncheckedColumns }) : null}
          isPending={order.isPending}
          failure={order.error}
          onAgree={() => order.mutate(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

const offeredOf = (job: JobDetail, mayOrder: boolean): Partial<Record<Question, boolean>> =>
  mayOrder
    ? {
        run: canRun(job),
        cancel: canCancel(job) && job.state !== 'running',
        stop: canCancel(job) && job.state === 'running',
        retry: retryableCount(job) > 0,
        repeat: unconfirmedImportCount(job) > 0,
        undo: job.undoable,
        settle: unsettledCount(job) > 0,
      }
    : {}

/** Returns the label of the button that runs the job. For a copy it says how much goes to which live shop. */
function useRunLabel({ job, liveShopName }: Pick<JobActionsProps, 'job' | 'liveShopName'>): string {
  const t = useTranslations('jobs')
  if (job.state !== 'planned') return t('runRest')
  if (!isProductCopy(job)) return t('run')
  const count = job.counts.planned
  return liveShopName === null ? t('copies.run', { count }) : t('copies.runIn', { count, shop: liveShopName })
}

const verbs: Record<Exclude<Question, 'run'>, JobVerb> = {
  cancel: 'cancel',
  stop: 'cancel',
  retry: 'retry',
  repeat: 'repeat',
  undo: 'undo',
  settle: 'cancel',
}

function useOrder({ shop, job, onDone }: JobActionsProps, close: () => void) {
  const client = useQueryClient()
  const router = useRouter()
  return useMutation({
    mutationFn: ({ question, plannedSince }: Asked) =>
      question === 'run' ? runJob(shop, job.id, plannedSince) : controlJob(shop, job.id, verbs[question]),
    onSuccess: (answer) => {
      storeAnswer(client, jobKeys.detail(shop, answer.id), answer)
      // Before the focus moves: an open dialog holds it.
      flushSync(close)
      // An undo is a separate job.
      if (answer.id === job.id) onDone()
      else router.push(`/shops/${shop}/jobs/${answer.id}` as Route)
    },
    onSettled: () => client.invalidateQueries({ queryKey: jobKeys.all(shop) }),
  })
}

/** Links to the report. A plain link lets the browser save the stream. */
function ReportLink({ shop, job }: { shop: string; job: JobDetail }) {
  const t = useTranslations('jobs')
  const mayExport = useMay(jobPermissions[job.kind].report)
  if (!mayExport || reportedCount(job) === 0) return null
  return (
    <span title={t(isProductCopy(job) ? 'copies.reportHint' : 'reportHint')}>
      <DownloadLink
        address={reportAddress(shop, job.id)}
        isProofNeeded={holdsPeople(job.kind)}
        variant="secondary"
      >
        {t('report')}
      </DownloadLink>
    </span>
  )
}

type Question = 'run' | 'cancel' | 'stop' | 'retry' | 'repeat' | 'undo' | 'settle'

/** `plannedSince`: the dry run that was shown when the question was asked. */
type Asked = { question: Question; plannedSince: string }

interface JobQuestionProps {
  question: Question
  job: JobDetail
  liveShopName: string | null
  obstacle: ReturnType<typeof obstacleTo>
  isPending: boolean
  failure: Error | null
  onAgree: () => void
  onClose: () => void
}

/** Asks for confirmation with the number of rows, and the shop's name if it is live. */
function JobQuestion(props: JobQuestionProps) {
  const { question, job, liveShopName, obstacle, isPending, failure, onAgree, onClose } = props
  const t = useTranslations('jobs')
  const failureText = useFailureText()
  const count = countOf(question, job)
  const of = subjectOf(job)
  const runLabel = useRunLabel(props)
  const asked =
    question === 'run' && of !== 'products'
      ? (`making.${of}.create` as const)
      : question === 'run' && isProductCopy(job)
        ? 'copies.ask'
        : (`ask.${question}` as const)
  return (
    <ConfirmDialog
      title={liveShopName === null ? t(asked, { count }) : t(`${asked}In`, { count, shop: liveShopName })}
      confirmLabel={question === 'run' ? runLabel : t(question)}
      cancelLabel={t(question === 'cancel' ? 'ask.keep' : question === 'stop' ? 'ask.goOn' : 'ask.back')}
      isDanger={question === 'cancel' || question === 'stop'}
      isPending={isPending}
      failure={failure && failureText(failure)}
      onConfirm={obstacle ? null : onAgree}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        {obstacle ? t(`ask.${obstacle}`) : <Consequence question={question} job={job} />}
      </p>
      {liveShopName !== null && <p className="mt-2 font-medium text-warn">{t('ask.live')}</p>}
    </ConfirmDialog>
  )
}

function Consequence({ question, job }: Pick<JobQuestionProps, 'question' | 'job'>) {
  const t = useTranslations('jobs')
  const { what } = useOrderText()(job)
  if (job.state === 'reading') return t('ask.readText')
  const of = subjectOf(job)
  if (of !== 'products' && (question === 'stop' || question === 'run'))
    return t(`making.${of}.${question}`, { what })
  if (question === 'undo' && isProductCopy(job)) return t('copies.undo')
  if (question !== 'run') return t(`ask.${question}Text`)
  return t(isFileImport(job) || isProductCopy(job) ? 'ask.createText' : 'ask.runText', { what })
}

function countOf(question: Question, job: JobDetail): number {
  if (question === 'retry') return retryableCount(job)
  if (question === 'repeat') return unconfirmedImportCount(job)
  if (question === 'settle') return unsettledCount(job)
  return question === 'undo' ? job.changed : runnableCount(job)
}
