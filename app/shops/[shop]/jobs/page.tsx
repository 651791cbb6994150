import type { Metadata } from 'next'
import { TasksPage } from '@/components/jobs/tasks-page'
import { getTranslator } from '@/lib/core/i18n/server'
import { withWords } from '@/lib/core/i18n/words'
import { pageContext } from '@/lib/core/server/auth/access'
import { taskListOptions, taskListParams } from '@/lib/jobs/list-client'
import { taskListQuery } from '@/lib/jobs/schema'
import { listTasks } from '@/lib/jobs/server/answer'
import { listAnswer, Prefetched } from '../prefetched'

export const generateMetadata = (): Metadata => ({ title: getTranslator('tasks')('title') })

async function Page({ params, searchParams }: PageProps<'/shops/[shop]/jobs'>) {
  const context = await pageContext((await params).shop, 'jobs.read')
  const list = listAnswer(context, {
    path: 'jobs',
    searchParams,
    params: taskListParams,
    query: (shop, { cursor }) => taskListOptions(shop, cursor),
    read: ({ cursor }) => listTasks(context, taskListQuery.parse({ cursor })),
  })
  return (
    <Prefetched answers={[list]}>
      <TasksPage shop={context.shop.id} />
    </Prefetched>
  )
}

export default withWords(Page, 'imports', 'products', 'table', 'tasks', 'time')
