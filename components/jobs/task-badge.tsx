'use client'
import { useTranslations } from 'use-intl'
import type { TaskDetail, TaskRowItem } from '@/lib/jobs/schema'
import { Badge, type Tone } from '../ui/text/badge'
import { isProductCopy, isFileImport, isUnderWay, leftOutCount, rowNameOf, displayStateOf } from './stage'

const taskTones: Record<ReturnType<typeof displayStateOf>, Tone> = {
  reading: 'info',
  planning: 'info',
  planned: 'info',
  nothing: 'neutral',
  impossible: 'warn',
  running: 'info',
  cancelling: 'warn',
  cancelled: 'neutral',
  done: 'ok',
  partly: 'warn',
  failed: 'bad',
}

type Stated = Pick<TaskDetail, 'state' | 'counts' | 'kind' | 'undoes'>

/** Returns the state as text. If rows were left out, it includes the counts of rows done and not done. */
export function useStandingText({ counts, ...task }: Stated): string {
  const t = useTranslations('tasks.state')
  const standing = displayStateOf({ ...task, counts })
  if (standing !== 'partly') return t(standing)
  return t(isFileImport(task) ? 'partlyMade' : 'partlyDone', {
    done: counts.done,
    left: leftOutCount(counts),
  })
}

export function TaskBadge({ task }: { task: Stated }) {
  const text = useStandingText(task)
  return (
    <Badge tone={taskTones[displayStateOf(task)]} hasDot={isUnderWay(task)}>
      {text}
    </Badge>
  )
}

const rowTones: Record<ReturnType<typeof rowNameOf>, Tone> = {
  pending: 'neutral',
  planned: 'info',
  notDone: 'neutral',
  invalid: 'bad',
  unchanged: 'neutral',
  sending: 'info',
  done: 'ok',
  failed: 'bad',
  unconfirmed: 'warn',
  skipped: 'warn',
}

/** Shows a row's state. A planned row of an import or a copy says whether it creates or changes a record. */
export function RowBadge({ row, task }: { row: Pick<TaskRowItem, 'state' | 'subject'>; task: TaskDetail }) {
  const t = useTranslations('tasks.row')
  const name = rowNameOf(task, row.state)
  const planned =
    isFileImport(task) || isProductCopy(task) ? (row.subject === null ? 'create' : 'update') : 'planned'
  return (
    <Badge tone={rowTones[name]} hasDot={row.state === 'sending'}>
      {t(name === 'planned' ? planned : name)}
    </Badge>
  )
}
