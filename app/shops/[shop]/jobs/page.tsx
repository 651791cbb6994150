import { TasksPage } from '@/components/jobs/tasks-page'
import { titled } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'
import { pageContext } from '@/lib/core/server/auth/access'
import { copyListOptions, taskListOptions, taskListParams } from '@/lib/jobs/client'
import { taskListQuery } from '@/lib/jobs/schema'
import { listTasks } from '@/lib/jobs/server/answer'
import { listCopies } from '@/lib/jobs/server/copies'
import { answer, listAnswer, Prefetched } from '../prefetched'

export const generateMetadata = titled('tasks', (t) => t('title'))

async function Page({ params, searchParams }: PageProps<'/shops/[shop]/jobs'>) {
  const context = await pageContext((await params).shop, 'jobs.read')
  const list = listAnswer(context, {
    path: 'jobs',
    searchParams,
    params: taskListParams,
    query: (shop, { cursor }) => taskListOptions(shop, cursor),
    read: ({ cursor }) => listTasks(context, taskListQuery.parse({ cursor })),
  })
  const copies = answer(copyListOptions(context.shop.id), () => listCopies(context))
  return (
    <Prefetched answers={[list, copies]}>
      <TasksPage shop={context.shop.id} />
    </Prefetched>
  )
}

export default withWords(Page, 'shops/[shop]/jobs/page')
