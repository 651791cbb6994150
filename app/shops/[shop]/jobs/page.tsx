import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { TasksPage } from '@/components/jobs/tasks-page'
import { getQueryClient } from '@/lib/core/client/client'
import { getTranslator } from '@/lib/core/i18n/server'
import { withWords } from '@/lib/core/i18n/words'
import { pageContext } from '@/lib/core/server/auth/access'
import { pageQuery } from '@/lib/core/server/auth/visit'
import { taskListOptions, taskListParams } from '@/lib/jobs/list-client'
import { taskListQuery } from '@/lib/jobs/schema'
import { listTasks } from '@/lib/jobs/server/answer'
import { loadFilters } from '../load-filters'
import { startOver } from '../start-over'

export const generateMetadata = (): Metadata => ({ title: getTranslator('tasks')('title') })

async function Page({ params, searchParams }: PageProps<'/shops/[shop]/jobs'>) {
  const context = await pageContext((await params).shop, 'jobs.read')
  const { id } = context.shop
  const { cursor } = await loadFilters(searchParams, taskListParams)
  const client = getQueryClient()
  await client
    .query({
      ...taskListOptions(id, cursor),
      queryFn: () => pageQuery(() => listTasks(context, taskListQuery.parse({ cursor }))),
    })
    .catch(startOver(`/shops/${id}/jobs`))
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <TasksPage shop={id} />
    </HydrationBoundary>
  )
}

export default withWords(Page, 'imports', 'products', 'table', 'tasks', 'time')
