'use client'
import type { Route } from 'next'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Column } from '@/components/data-table/table-head'
import { RelativeTime } from '@/components/time/relative-time'
import { type JobDetail, jobRowStates } from '@/lib/jobs/schema'
import { Link } from '../ui/link'
import { useOrderText } from './order-text'
import { isUnderWay, progressOf, rowNameOf } from './stage'
import { JobBadge } from './job-badge'
import { Bar, useSpeedTexts } from './job-progress'

export function useJobColumns() {
  const t = useTranslations('jobs')
  return useMemo<Column<JobDetail>[]>(
    () => [
      {
        id: 'order',
        header: t('job'),
        isPrimary: true,
        className: 'max-w-[420px]',
        skeleton: 'my-[11px] h-3.5 w-64',
        cell: (job) => <Order job={job} />,
      },
      {
        id: 'state',
        header: t('status'),
        cell: (job) => <JobBadge job={job} />,
      },
      {
        id: 'rows',
        header: t('results'),
        className: 'text-muted tabular-nums min-w-[200px]',
        cell: (job) => <Outcome job={job} />,
      },
      {
        id: 'created_by',
        header: t('orderedBy'),
        className: 'max-w-[160px] truncate text-muted',
        cell: (job) => job.created_by ?? '–',
      },
      {
        id: 'created_at',
        header: t('ordered'),
        className: 'text-muted tabular-nums',
        cell: (job) => <RelativeTime at={job.created_at} isPlain />,
      },
    ],
    [t],
  )
}

function Order({ job }: { job: JobDetail }) {
  const { what, which } = useOrderText()(job)
  return (
    <>
      <bdi className="block truncate font-medium">{what}</bdi>
      {which !== null && <bdi className="block truncate text-xs text-muted">{which}</bdi>}
    </>
  )
}

function Outcome({ job }: { job: JobDetail }) {
  const t = useTranslations('jobs')
  const { left } = useSpeedTexts(job)
  const { done, of } = progressOf(job)
  if (isUnderWay(job) && of !== null && of > 0) {
    const text = t(job.state === 'planning' ? 'checkedOf' : 'sentOf', { done, total: of })
    return (
      <span className="grid max-w-52 gap-1">
        <span>{text}</span>
        <Bar label={t('progress')} done={done} of={of} text={text} />
        {left !== null && <span className="text-xs">{left}</span>}
      </span>
    )
  }
  const { counts } = job
  const parts = jobRowStates
    .filter((state) => counts[state] > 0)
    .map((state) => t('counted', { count: counts[state], what: t(`count.${rowNameOf(job, state)}`) }))
  return parts.length > 0 ? parts.join(' · ') : t('rows', { count: 0 })
}

export function JobCard({ job, href }: { job: JobDetail; href: Route }) {
  return (
    <Link href={href} data-row-link="" className="block rounded-sm">
      <span className="flex items-start justify-between gap-3">
        <span className="min-w-0">
          <Order job={job} />
        </span>
        <JobBadge job={job} />
      </span>
      <span className="mt-1.5 flex flex-wrap items-end justify-between gap-x-3 text-md text-muted tabular-nums">
        <Outcome job={job} />
        <RelativeTime at={job.created_at} isPlain />
      </span>
    </Link>
  )
}
