'use client'
import { useQuery } from '@tanstack/react-query'
import type { Route } from 'next'
import { useTranslations } from 'use-intl'
import { QueryError } from '@/components/data-table/query-state'
import { PageHeader } from '@/components/frame/page-header'
import { useFocusOnArrival } from '@/components/frame/use-focus-on-arrival'
import { when } from '@/components/time/when'
import { Card } from '@/components/ui/card'
import { subjectOf } from '@/lib/jobs/import-targets'
import type { TaskDetail } from '@/lib/jobs/schema'
import { taskDetailOptions } from '@/lib/jobs/client'
import { ImportMapping } from './import-mapping'
import { useOrderText } from './order-text'
import { canMap, isUnderWay } from './stage'
import { TaskActions } from './task-actions'
import { TaskBadge, useStandingText } from './task-badge'
import { TaskNotices } from './task-notices'
import { TaskProgress } from './task-progress'
import { TaskRows } from './task-rows'

export interface TaskPageProps {
  shop: string
  id: string
  /** The shop's name if it is live, to name it in confirmations; otherwise null. */
  liveShopName: string | null
}

export function TaskPage({ shop, id, liveShopName }: TaskPageProps) {
  const t = useTranslations('tasks')
  const query = useQuery(taskDetailOptions(shop, id))
  if (!query.data) return query.isError && <QueryError query={query} title={t('jobFailedTitle')} isPage />
  return <Task shop={shop} task={query.data} liveShopName={liveShopName} />
}

interface TaskProps {
  shop: string
  task: TaskDetail
  liveShopName: string | null
}

function Task({ shop, task, liveShopName }: TaskProps) {
  const t = useTranslations('tasks')
  const of = subjectOf(task)
  const words = useTranslations(of)
  const { what } = useOrderText()(task)
  const title = useFocusOnArrival()
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
        badges={<TaskBadge task={task} />}
        meta={<Ordered task={task} />}
        actions={<TaskActions shop={shop} task={task} liveShopName={liveShopName} onDone={focusTitle} />}
      />
      <div>
        <span role="status" className="sr-only">
          {useStandingText(task)}
        </span>
        <TaskNotices shop={shop} task={task} />
        {isUnderWay(task) && (
          <Card className="mb-3 px-5 py-4 max-md:px-4">
            <TaskProgress task={task} />
          </Card>
        )}
      </div>
      {canMap(task) && <ImportMapping shop={shop} task={task} onDone={focusTitle} />}
      <TaskRows shop={shop} task={task} />
    </>
  )
}

function Ordered({ task }: { task: TaskDetail }) {
  const t = useTranslations('tasks')
  const { which } = useOrderText()(task)
  const { created_by: name, created_at: at } = task
  return (
    <span className="wrap-anywhere">
      {which !== null && <bdi>{which} · </bdi>}
      {name === null ? t.rich('at', { when: when(at) }) : t.rich('by', { name, when: when(at) })}
    </span>
  )
}
