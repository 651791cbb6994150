'use client'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { subjectOf } from '@/lib/jobs/import-targets'
import type { TaskDetail } from '@/lib/jobs/schema'
import { useFailureText } from './failure-text'
import { useOrderText } from './order-text'
import { isFile, lost, retryable } from './stage'

/** What somebody is asked before it is done. */
export type Question = 'run' | 'cancel' | 'stop' | 'retry' | 'repeat' | 'undo'

interface TaskQuestionProps {
  question: Question
  task: TaskDetail
  liveShopName: string | null
  isPending: boolean
  failure: Error | null
  onAgree: () => void
  onClose: () => void
}

/** How many rows it is about, and in which shop where that matters. */
export function TaskQuestion(props: TaskQuestionProps) {
  const { question, task, liveShopName, isPending, failure, onAgree, onClose } = props
  const t = useTranslations('tasks')
  const common = useTranslations('common')
  const failureText = useFailureText()
  const count = countOf(question, task)
  const of = subjectOf(task)
  const asked =
    question === 'run' && of !== 'products' ? (`making.${of}.create` as const) : (`ask.${question}` as const)
  const isRest = question === 'run' && task.state !== 'planned'
  return (
    <Dialog
      isOpen
      role="alertdialog"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={liveShopName === null ? t(asked, { count }) : t(`${asked}In`, { count, shop: liveShopName })}
      closeLabel={common('close')}
      footer={
        <>
          <Button autoFocus onPress={onClose}>
            {t(question === 'cancel' ? 'ask.keep' : question === 'stop' ? 'ask.goOn' : 'ask.back')}
          </Button>
          <Button
            variant={question === 'cancel' || question === 'stop' ? 'danger' : 'primary'}
            isPending={isPending}
            onPress={onAgree}
          >
            {t(isRest ? 'runRest' : question)}
          </Button>
        </>
      }
    >
      <p className="wrap-anywhere">
        <Consequence question={question} task={task} />
      </p>
      {liveShopName !== null && <p className="mt-2 font-medium text-warn">{t('ask.live')}</p>}
      {failure && (
        <p role="alert" className="mt-3 text-md text-danger">
          {failureText(failure)}
        </p>
      )}
    </Dialog>
  )
}

function Consequence({ question, task }: Pick<TaskQuestionProps, 'question' | 'task'>) {
  const t = useTranslations('tasks')
  const { what } = useOrderText()(task)
  if (task.state === 'reading') return t('ask.readText')
  const of = subjectOf(task)
  if (of !== 'products' && (question === 'stop' || question === 'run'))
    return t(`making.${of}.${question}`, { what })
  if (question !== 'run') return t(`ask.${question}Text`)
  return t(isFile(task) ? 'ask.createText' : 'ask.runText', { what })
}

/** How many rows it is about. */
function countOf(question: Question, task: TaskDetail): number {
  if (question === 'retry') return retryable(task)
  if (question === 'repeat') return lost(task)
  return question === 'undo' ? task.counts.done : task.counts.planned
}
