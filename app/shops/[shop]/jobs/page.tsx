import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { TasksPage } from '@/components/tasks/tasks-page'
import { getTranslator } from '@/lib/i18n/server'
import { getQueryClient } from '@/lib/queries/client'
import { taskListOptions } from '@/lib/queries/tasks'
import { pageContext } from '@/lib/server/auth/access'
import { pageQuery } from '@/lib/server/auth/page-query'
import { listTasks } from '@/lib/server/tasks/answer'

export const generateMetadata = (): Metadata => ({ title: getTranslator('tasks')('title') })

export default async function Page({ params }: PageProps<'/shops/[shop]/jobs'>) {
  const context = await pageContext((await params).shop, 'jobs.read')
  const client = getQueryClient()
  await client.query({
    ...taskListOptions(context.shop.id),
    queryFn: () => pageQuery(() => listTasks(context)),
  })
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <TasksPage shop={context.shop.id} />
    </HydrationBoundary>
  )
}
