'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ban, CircleStop, Play, RotateCcw, SearchX, Undo2 } from 'lucide-react'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import { DownloadLink } from '@/components/dialogs/download-link'
import { useMay } from '@/components/frame/use-may'
import { Button } from '@/components/ui/button'
import { taskKeys } from '@/lib/core/client/keys'
import { controlTask, reportAddress, type TaskVerb } from '@/lib/jobs/client'
import { subjectOf } from '@/lib/jobs/import-targets'
import { holdsPeople, taskPermissions } from '@/lib/jobs/permissions'
import type { TaskDetail } from '@/lib/jobs/schema'
import { useFailureText } from './failure-text'
import { useOrderText } from './order-text'
import {
  canCancel,
  canRun,
  isProductCopy,
  unconfirmedImportCount,
  reportedCount,
  retryableCount,
  isFileImport,
} from './stage'

interface TaskActionsProps {
  shop: string
  task: TaskDetail
  liveShopName: string | null
  /** Called once the server has accepted the order. */
  onDone: () => void
}

const icon = { 'aria-hidden': true, size: 15 } as const

/** Each action asks for confirmation. */
export function TaskActions(props: TaskActionsProps) {
  const { shop, task, liveShopName } = props
  const t = useTranslations('tasks')
  const [asked, setAsked] = useState<Question | null>(null)
  const order = useOrder(props, () => setAsked(null))
  const ask = (question: Question) => () => {
    order.reset()
    setAsked(question)
  }
  const isRunning = task.state === 'running'
  const runLabel = useRunLabel(props)
  return (
    <>
      <ReportLink shop={shop} task={task} />
      {canCancel(task) && (
        <Button
          icon={isRunning ? <CircleStop {...icon} /> : <Ban {...icon} />}
          onPress={ask(isRunning ? 'stop' : 'cancel')}
        >
          {t(isRunning ? 'stop' : 'cancel')}
        </Button>
      )}
      {task.undoable && (
        <Button icon={<Undo2 {...icon} />} onPress={ask('undo')}>
          {t('undo')}
        </Button>
      )}
      {unconfirmedImportCount(task) > 0 && (
        <Button icon={<SearchX {...icon} />} onPress={ask('repeat')}>
          {t('repeat')}
        </Button>
      )}
      {retryableCount(task) > 0 && (
        <Button icon={<RotateCcw {...icon} />} onPress={ask('retry')}>
          {t('retry')}
        </Button>
      )}
      {canRun(task) && (
        <Button variant="primary" className="max-w-full" icon={<Play {...icon} />} onPress={ask('run')}>
          <span className="min-w-0 wrap-anywhere whitespace-normal">{runLabel}</span>
        </Button>
      )}
      {asked && (
        <TaskQuestion
          question={asked}
          task={task}
          liveShopName={liveShopName}
          isPending={order.isPending}
          failure={order.error}
          onAgree={() => order.mutate(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

/** Returns the label of the button that runs the job. That of a copy says how much goes to which live shop. */
function useRunLabel({ task, liveShopName }: Pick<TaskActionsProps, 'task' | 'liveShopName'>): string {
  const t = useTranslations('tasks')
  if (task.state !== 'planned') return t('runRest')
  if (!isProductCopy(task)) return t('run')
  const count = task.counts.planned
  return liveShopName === null ? t('copies.run', { count }) : t('copies.runIn', { count, shop: liveShopName })
}

const verbs: Record<Question, TaskVerb> = {
  run: 'run',
  cancel: 'cancel',
  stop: 'cancel',
  retry: 'retry',
  repeat: 'repeat',
  undo: 'undo',
}

function useOrder({ shop, task, onDone }: TaskActionsProps, close: () => void) {
  const client = useQueryClient()
  const router = useRouter()
  return useMutation({
    mutationFn: (question: Question) => controlTask(shop, task.id, verbs[question]),
    onSuccess: (answer) => {
      client.setQueryData(taskKeys.detail(shop, answer.id), answer)
      close()
      // An undo is a separate job.
      if (answer.id === task.id) onDone()
      else router.push(`/shops/${shop}/jobs/${answer.id}` as Route)
    },
    onSettled: () => client.invalidateQueries({ queryKey: taskKeys.all(shop) }),
  })
}

/** Links to the report. A plain link lets the browser save the stream. */
function ReportLink({ shop, task }: { shop: string; task: TaskDetail }) {
  const t = useTranslations('tasks')
  const mayExport = useMay(taskPermissions[task.kind].report)
  if (!mayExport || reportedCount(task) === 0) return null
  return (
    <span title={t(isProductCopy(task) ? 'copies.reportHint' : 'reportHint')}>
      <DownloadLink
        address={reportAddress(shop, task.id)}
        needsProof={holdsPeople(task.kind)}
        variant="secondary"
      >
        {t('report')}
      </DownloadLink>
    </span>
  )
}

type Question = 'run' | 'cancel' | 'stop' | 'retry' | 'repeat' | 'undo'

interface TaskQuestionProps {
  question: Question
  task: TaskDetail
  liveShopName: string | null
  isPending: boolean
  failure: Error | null
  onAgree: () => void
  onClose: () => void
}

/** Asks for confirmation with the number of rows, and the shop's name if it is live. */
function TaskQuestion(props: TaskQuestionProps) {
  const { question, task, liveShopName, isPending, failure, onAgree, onClose } = props
  const t = useTranslations('tasks')
  const failureText = useFailureText()
  const count = countOf(question, task)
  const of = subjectOf(task)
  const runLabel = useRunLabel(props)
  const asked =
    question === 'run' && of !== 'products'
      ? (`making.${of}.create` as const)
      : question === 'run' && isProductCopy(task)
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
      onConfirm={onAgree}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        <Consequence question={question} task={task} />
      </p>
      {liveShopName !== null && <p className="mt-2 font-medium text-warn">{t('ask.live')}</p>}
    </ConfirmDialog>
  )
}

function Consequence({ question, task }: Pick<TaskQuestionProps, 'question' | 'task'>) {
  const t = useTranslations('tasks')
  const { what } = useOrderText()(task)
  if (task.state === 'reading') return t('ask.readText')
  const of = subjectOf(task)
  if (of !== 'products' && (question === 'stop' || question === 'run'))
    return t(`making.${of}.${question}`, { what })
  if (question === 'undo' && isProductCopy(task)) return t('copies.undo')
  if (question !== 'run') return t(`ask.${question}Text`)
  return t(isFileImport(task) || isProductCopy(task) ? 'ask.createText' : 'ask.runText', { what })
}

function countOf(question: Question, task: TaskDetail): number {
  if (question === 'retry') return retryableCount(task)
  if (question === 'repeat') return unconfirmedImportCount(task)
  return question === 'undo' ? task.counts.done : task.counts.planned
}
