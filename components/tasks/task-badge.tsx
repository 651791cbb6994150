'use client'
import { useTranslations } from 'use-intl'
import type { TaskDetail, TaskRowItem } from '@/lib/contracts/task'
import { Badge, type Tone } from '../ui/badge'
import { isMoving } from './stage'

const taskTones: Record<TaskDetail['state'], Tone> = {
  reading: 'info',
  planning: 'info',
  planned: 'info',
  running: 'info',
  cancelling: 'warn',
  cancelled: 'neutral',
  done: 'ok',
  failed: 'bad',
}

export function TaskBadge({ task }: { task: Pick<TaskDetail, 'state'> }) {
  const t = useTranslations('tasks.state')
  return (
    <Badge tone={taskTones[task.state]} dot={isMoving(task)}>
      {t(task.state)}
    </Badge>
  )
}

const rowTones: Record<TaskRowItem['state'], Tone> = {
  pending: 'neutral',
  planned: 'info',
  invalid: 'bad',
  unchanged: 'neutral',
  sending: 'info',
  done: 'ok',
  failed: 'bad',
  unconfirmed: 'warn',
  skipped: 'warn',
}

/** What became of a row; of one that is planned, whether it makes a product or changes one. */
export function RowBadge({
  row,
  isImport,
}: {
  row: Pick<TaskRowItem, 'state' | 'subject'>
  isImport: boolean
}) {
  const t = useTranslations('tasks.row')
  const planned = isImport ? (row.subject === null ? 'create' : 'update') : 'planned'
  return (
    <Badge tone={rowTones[row.state]} dot={row.state === 'sending'}>
      {t(row.state === 'planned' ? planned : row.state)}
    </Badge>
  )
}
