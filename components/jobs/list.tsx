'use client'
import type { Route } from 'next'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Column } from '@/components/data-table/columns'
import { RelativeTime } from '@/components/time/relative-time'
import { type TaskDetail, taskRowStates } from '@/lib/jobs/schema'
import { Link } from '../ui/link'
import { useOrderText } from './order-text'
import { isUnderWay, progressOf, rowNameOf } from './stage'
import { TaskBadge } from './task-badge'
import { Bar, useSpeedTexts } from './task-progress'

export function useTaskColumns() {
  const t = useTranslations('tasks')
  return useMemo<Column<TaskDetail>[]>(
    () => [
      {
        id: 'order',
        header: t('job'),
        isPrimary: true,
        className: 'max-w-[420px]',
        skeleton: 'my-[11px] h-3.5 w-64',
        cell: (task) => <Order task={task} />,
      },
      {
        id: 'state',
        header: t('status'),
        cell: (task) => <TaskBadge task={task} />,
      },
      {
        id: 'rows',
        header: t('results'),
        className: 'text-muted tabular-nums min-w-[200px]',
        cell: (task) => <Outcome task={task} />,
      },
      {
        id: 'created_by',
        header: t('orderedBy'),
        className: 'max-w-[160px] truncate text-muted',
        cell: (task) => task.created_by ?? '–',
      },
      {
        id: 'created_at',
        header: t('ordered'),
        className: 'text-muted tabular-nums',
        cell: (task) => <RelativeTime at={task.created_at} isPlain />,
      },
    ],
    [t],
  )
}

function Order({ task }: { task: TaskDetail }) {
  const { what, which } = useOrderText()(task)
  return (
    <>
      <bdi className="block truncate font-medium">{what}</bdi>
      {which !== null && <bdi className="block truncate text-xs text-muted">{which}</bdi>}
    </>
  )
}

function Outcome({ task }: { task: TaskDetail }) {
  const t = useTranslations('tasks')
  const { left } = useSpeedTexts(task)
  const { done, of } = progressOf(task)
  if (isUnderWay(task) && of !== null && of > 0) {
    const text = t(task.state === 'planning' ? 'checkedOf' : 'sentOf', { done, total: of })
    return (
      <span className="grid max-w-52 gap-1">
        <span>{text}</span>
        <Bar label={t('progress')} done={done} of={of} text={text} />
        {left !== null && <span className="text-xs">{left}</span>}
      </span>
    )
  }
  const { counts } = task
  const parts = taskRowStates
    .filter((state) => counts[state] > 0)
    .map((state) => t('counted', { count: counts[state], what: t(`count.${rowNameOf(task, state)}`) }))
  return parts.length > 0 ? parts.join(' · ') : t('rows', { count: 0 })
}

export function TaskCard({ task, href }: { task: TaskDetail; href: Route }) {
  return (
    <Link href={href} data-row-link="" className="block rounded-sm">
      <span className="flex items-start justify-between gap-3">
        <span className="min-w-0">
          <Order task={task} />
        </span>
        <TaskBadge task={task} />
      </span>
      <span className="mt-1.5 flex flex-wrap items-end justify-between gap-x-3 text-md text-muted tabular-nums">
        <Outcome task={task} />
        <RelativeTime at={task.created_at} isPlain />
      </span>
    </Link>
  )
}
