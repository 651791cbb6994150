'use client'
import { useQuery, keepPreviousData } from '@tanstack/react-query'
import type { Route } from 'next'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { PageGone } from '@/components/data-table/page-gone'
import { QueryError, RefreshNotice, tableStatus } from '@/components/data-table/query-state'
import { PageHeader } from '@/components/frame/page-header'
import { useFocusOnArrival } from '@/components/frame/use-focus-on-arrival'
import { useMay } from '@/components/frame/use-may'
import { when } from '@/components/time/when'
import { Card } from '@/components/ui/card'
import { subjectOf } from '@/lib/jobs/import-targets'
import { jobPermissions } from '@/lib/jobs/permissions'
import { type JobDetail, type JobRowItem, type JobRowState, jobRowStates } from '@/lib/jobs/schema'
import { jobDetailOptions, jobRowsOptions } from '@/lib/jobs/client'
import { ImportMapping } from './import-mapping'
import { useOrderText } from './order-text'
import { canMap, isUnderWay, shownRows, rowNameOf } from './stage'
import { JobActions } from './job-actions'
import { JobBadge, useStandingText } from './job-badge'
import { JobNotices, Notice } from './job-notices'
import { JobProgress } from './job-progress'
import { Rows3, TableProperties } from 'lucide-react'
import { parseAsStringLiteral, useQueryStates } from 'nuqs'
import { pageOfTrail, trailParam } from '@/components/data-table/cursor-trail'
import { DataTable } from '@/components/data-table/data-table'
import { TableFooter } from '@/components/data-table/table-footer'
import { cx } from '@/components/ui/cx'
import { EmptyState } from '@/components/ui/empty-state'
import { RowCard, useRowColumns } from './rows'

interface JobPageProps {
  shop: string
  id: string
  /** The shop's name if it is live, to name it in confirmations; otherwise null. */
  liveShopName: string | null
}

export function JobPage({ shop, id, liveShopName }: JobPageProps) {
  const t = useTranslations('jobs')
  const query = useQuery(jobDetailOptions(shop, id))
  if (!query.data) return query.isError && <QueryError query={query} title={t('jobFailedTitle')} isPage />
  return (
    <Job shop={shop} job={query.data} liveShopName={liveShopName}>
      <RefreshNotice query={query} />
    </Job>
  )
}

interface JobProps {
  shop: string
  job: JobDetail
  liveShopName: string | null
  /** Below the header. */
  children: ReactNode
}

function Job({ shop, job, liveShopName, children }: JobProps) {
  const t = useTranslations('jobs')
  const of = subjectOf(job)
  const words = useTranslations(of)
  const { what } = useOrderText()(job)
  const title = useFocusOnArrival()
  const mayMap = useMay(jobPermissions[job.kind].order) && canMap(job)
  const [hasUncheckedColumns, setHasUncheckedColumns] = useState(false)
  // The pressed button disappears, so focus moves to the title, which is beside the state.
  const focusTitle = () => requestAnimationFrame(() => title.current?.focus())
  return (
    <>
      <PageHeader
        title={what}
        titleRef={title}
        crumbs={[
          { label: words('title'), href: `/shops/${shop}/${of}` as Route },
          { label: t('title'), href: `/shops/${shop}/jobs` as Route },
          { label: t('job') },
        ]}
        crumbsLabel={words('crumbs')}
        badges={<JobBadge job={job} />}
        meta={<Ordered job={job} />}
        actions={
          <JobActions
            shop={shop}
            job={job}
            liveShopName={liveShopName}
            hasUncheckedColumns={mayMap && hasUncheckedColumns}
            onDone={focusTitle}
          />
        }
      />
      {children}
      <div>
        <span role="status" className="sr-only">
          {useStandingText(job)}
        </span>
        <JobNotices shop={shop} job={job} />
        {isUnderWay(job) && (
          <Card className="mb-3 px-5 py-4 max-md:px-4">
            <JobProgress job={job} />
          </Card>
        )}
      </div>
      {mayMap && (
        <ImportMapping shop={shop} job={job} onUnchecked={setHasUncheckedColumns} onDone={focusTitle} />
      )}
      <JobRows shop={shop} job={job} />
    </>
  )
}

function Ordered({ job }: { job: JobDetail }) {
  const t = useTranslations('jobs')
  const { which } = useOrderText()(job)
  const { created_by: name, created_at: at } = job
  return (
    <span className="wrap-anywhere">
      {which !== null && <bdi>{which} · </bdi>}
      {name === null ? t.rich('at', { when: when(at) }) : t.rich('by', { name, when: when(at) })}
    </span>
  )
}

const params = { state: parseAsStringLiteral(jobRowStates), ...trailParam }

/** Lists the rows: planned changes before they are sent, results afterwards. */
function JobRows({ shop, job }: { shop: string; job: JobDetail }) {
  const t = useTranslations('jobs')
  const [{ state, cursors }, setAsked] = useQueryStates(params, { history: 'push' })
  const { cursor, from, pager, toFirstPage } = pageOfTrail(cursors, (next) =>
    setAsked({ cursors: next }, { history: 'replace' }),
  )
  const query = useQuery({
    ...jobRowsOptions(shop, job.id, { state: state ?? undefined, cursor }),
    placeholderData: keepPreviousData,
    // The server-rendered data may be older than an event sent before this page subscribed.
    staleTime: 0,
  })
  const columns = useRowColumns(job)
  const rows = query.data?.items ?? []
  const isCompared = job.started_at === null && subjectOf(job) === 'products'
  const title = t(isCompared ? 'differences' : 'results')
  const hrefOf = ({ subject }: JobRowItem) =>
    subject === null ? null : (`/shops/${shop}/${subjectOf(job)}/${encodeURIComponent(subject)}` as Route)
  return (
    <section aria-labelledby="rows">
      <div className="mt-5 mb-2.5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="rows" className="text-base font-semibold">
          {title}
        </h2>
        <RowStateFilter
          job={job}
          state={state}
          onChange={(next) => void setAsked({ state: next, cursors: null })}
        />
      </div>
      <LackedColumns rows={rows} />
      <DataTable
        label={title}
        columns={columns}
        rows={rows}
        rowId={({ position }) => String(position)}
        rowHref={hrefOf}
        sort="position"
        status={tableStatus(query)}
        empty={
          toFirstPage ? (
            <PageGone toFirstPage={toFirstPage} />
          ) : (
            <EmptyState icon={<Rows3 size={19} />} title={t(isUnderWay(job) ? 'noRowsYet' : 'noRows')} />
          )
        }
        error={<QueryError query={query} title={t('rowsFailed')} />}
        renderCard={(row) => <RowCard row={row} href={hrefOf(row)} job={job} />}
        footer={
          <TableFooter
            from={from}
            shown={rows.length}
            total={Math.max(shownRows(job, state), from + rows.length - 1)}
            isTotalExact
            {...pager(query.isPlaceholderData ? null : query.data?.next_cursor)}
          />
        }
      />
    </section>
  )
}

/** Lists columns that the file lacks. Shown once, as most rows lack the same ones. */
function LackedColumns({ rows }: { rows: readonly JobRowItem[] }) {
  const lacked = new Set(rows.flatMap(({ errors }) => errors?.columns ?? []))
  return [...lacked].map((text) => (
    <Notice key={text} icon={TableProperties} tone="bad">
      {text}
    </Notice>
  ))
}

interface RowStateFilterProps {
  job: JobDetail
  state: JobRowState | null
  onChange: (state: JobRowState | null) => void
}

/** Filters the table by state. */
function RowStateFilter({ job, state, onChange }: RowStateFilterProps) {
  const t = useTranslations('jobs')
  const present = jobRowStates.filter((one) => one !== 'pending' && (job.counts[one] > 0 || one === state))
  return (
    <div role="group" aria-label={t('filter')} className="flex flex-wrap gap-1">
      {[null, ...present].map((one) => (
        <button
          key={one ?? 'all'}
          type="button"
          aria-pressed={one === state}
          onClick={() => onChange(one)}
          className={cx(
            'flex min-h-6 items-center gap-1.5 rounded-full border px-2.5 text-sm max-md:min-h-8',
            one === state
              ? 'border-border-strong bg-surface font-medium text-text'
              : 'border-transparent text-muted hover:bg-sunken hover:text-text',
          )}
        >
          {one === null ? t('all') : t(`row.${rowNameOf(job, one)}`)}
          <span className="tabular-nums">{t('howMany', { count: shownRows(job, one) })}</span>
        </button>
      ))}
    </div>
  )
}
