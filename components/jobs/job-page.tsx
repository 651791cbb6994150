'use client'
import { useQuery } from '@tanstack/react-query'
import type { Route } from 'next'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryError } from '@/components/data-table/query-state'
import { PageHeader } from '@/components/frame/page-header'
import { useFocusOnArrival } from '@/components/frame/use-focus-on-arrival'
import { when } from '@/components/time/when'
import { Card } from '@/components/ui/card'
import { subjectOf } from '@/lib/jobs/import-targets'
import type { JobDetail } from '@/lib/jobs/schema'
import { jobDetailOptions } from '@/lib/jobs/client'
import { ImportMapping } from './import-mapping'
import { useOrderText } from './order-text'
import { canMap, isUnderWay } from './stage'
import { JobActions } from './job-actions'
import { JobBadge, useStandingText } from './job-badge'
import { JobNotices } from './job-notices'
import { JobProgress } from './job-progress'
import { JobRows } from './job-rows'

export interface JobPageProps {
  shop: string
  id: string
  /** The shop's name if it is live, to name it in confirmations; otherwise null. */
  liveShopName: string | null
}

export function JobPage({ shop, id, liveShopName }: JobPageProps) {
  const t = useTranslations('jobs')
  const query = useQuery(jobDetailOptions(shop, id))
  if (!query.data) return query.isError && <QueryError query={query} title={t('jobFailedTitle')} isPage />
  return <Job shop={shop} job={query.data} liveShopName={liveShopName} />
}

interface JobProps {
  shop: string
  job: JobDetail
  liveShopName: string | null
}

function Job({ shop, job, liveShopName }: JobProps) {
  const t = useTranslations('jobs')
  const of = subjectOf(job)
  const words = useTranslations(of)
  const { what } = useOrderText()(job)
  const title = useFocusOnArrival()
  const [hasUncheckedColumns, setHasUncheckedColumns] = useState(false)
  // The pressed button disappears, so focus moves to the title, which stands beside the state.
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
            hasUncheckedColumns={canMap(job) && hasUncheckedColumns}
            onDone={focusTitle}
          />
        }
      />
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
      {canMap(job) && (
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
