'use client'
import { useQuery } from '@tanstack/react-query'
import { ListChecks, Upload } from 'lucide-react'
import type { Route } from 'next'
import { useTranslations } from 'use-intl'
import { DataTable } from '@/components/data-table/data-table'
import { QueryError, RefreshNotice, tableStatus } from '@/components/data-table/query-state'
import { TableFooter } from '@/components/data-table/table-footer'
import { useListState } from '@/components/data-table/use-list-state'
import { PageHeader } from '@/components/frame/page-header'
import { useMay } from '@/components/frame/use-may'
import { RelativeTime } from '@/components/time/relative-time'
import { Card, Section } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Link, LinkButton } from '@/components/ui/link'
import { pageSizes } from '@/lib/core/lists/paging'
import { copyListOptions, jobListOptions, jobListParams } from '@/lib/jobs/client'
import { jobPermissions } from '@/lib/jobs/permissions'
import { useOrderText } from './order-text'
import { JobBadge } from './job-badge'
import { useMemo } from 'react'
import type { Column } from '@/components/data-table/table-head'
import { type JobDetail, jobRowStates, type CopyList } from '@/lib/jobs/schema'
import { isUnderWay, progressOf, rowNameOf } from './stage'
import { Bar, useSpeedTexts } from './job-progress'

/** Lists the jobs of all people, newest first. */
export function JobsPage({ shop }: { shop: string }) {
  const t = useTranslations('jobs')
  const list = useListState(jobListParams)
  const query = useQuery(jobListOptions(shop, list.filters.cursor))
  const columns = useJobColumns()
  const page = query.data
  const jobs = page?.items ?? []
  const hrefOf = ({ id }: { id: string }) => `/shops/${shop}/jobs/${id}` as Route
  const load = <ImportLinks shop={shop} />
  return (
    <>
      <PageHeader
        title={t('title')}
        // An empty list shows these links in its place.
        actions={jobs.length > 0 && load}
      />
      <RefreshNotice query={query} />
      <DataTable
        label={t('title')}
        columns={columns}
        rows={jobs}
        rowId={({ id }) => id}
        rowHref={hrefOf}
        sort={list.sort}
        onSortChange={list.sortBy}
        status={tableStatus(query)}
        empty={
          <EmptyState icon={<ListChecks size={19} />} title={t('empty')} action={load}>
            {t('emptyText')}
          </EmptyState>
        }
        error={<QueryError query={query} title={t('failedTitle')} />}
        renderCard={(job) => <JobCard job={job} href={hrefOf(job)} />}
        footer={
          page && (
            <TableFooter
              from={list.from}
              shown={jobs.length}
              total={page.total}
              isTotalExact={page.total_exact}
              {...list.pager(page, pageSizes.default)}
            />
          )
        }
      />
      <Copies shop={shop} />
    </>
  )
}

function ImportLinks({ shop }: { shop: string }) {
  const t = useTranslations('imports')
  const mayProducts = useMay(jobPermissions['products.import'].order)
  const mayCheckouts = useMay(jobPermissions['checkouts.import'].order)
  const mayCustomers = useMay(jobPermissions['customers.import'].order)
  const icon = <Upload aria-hidden size={15} />
  return (
    <span className="flex flex-wrap gap-2 max-md:justify-center">
      {mayProducts && (
        <LinkButton href={`/shops/${shop}/products/import` as Route} icon={icon}>
          {t('ofProducts')}
        </LinkButton>
      )}
      {mayCheckouts && (
        <LinkButton href={`/shops/${shop}/checkouts/import` as Route} icon={icon}>
          {t('ofCheckouts')}
        </LinkButton>
      )}
      {mayCustomers && (
        <LinkButton href={`/shops/${shop}/customers/import` as Route} icon={icon}>
          {t('ofCustomers')}
        </LinkButton>
      )}
    </span>
  )
}

/** Lists the last copies of this shop's products into other shops. Those jobs are in the other shops. */
function Copies({ shop }: { shop: string }) {
  const t = useTranslations('jobs.copies')
  const { data } = useQuery(copyListOptions(shop))
  if (!data || data.items.length === 0) return null
  return (
    <Card className="mt-5">
      <Section title={t('title')}>
        <ul className="grid gap-3">
          {data.items.map((item) => (
            <Copy key={item.job.id} {...item} />
          ))}
        </ul>
      </Section>
    </Card>
  )
}

function Copy({ to, job }: CopyList['items'][number]) {
  const t = useTranslations('jobs.copies')
  const modes = useTranslations('frame.shopMode')
  const { which } = useOrderText()(job)
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
      <span className="min-w-0">
        <Link
          href={`/shops/${to.id}/jobs/${job.id}` as Route}
          className="font-medium wrap-anywhere underline underline-offset-2"
        >
          {t('to', { shop: to.name, mode: modes(to.mode) })}
        </Link>
        {which !== null && <bdi className="block text-md wrap-anywhere text-muted">{which}</bdi>}
      </span>
      <span className="flex items-center gap-3 text-md text-muted">
        <JobBadge job={job} />
        <RelativeTime at={job.created_at} isPlain />
      </span>
    </li>
  )
}

function useJobColumns() {
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

function JobCard({ job, href }: { job: JobDetail; href: Route }) {
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
