import { TaskPage } from '@/components/jobs/task-page'
import { taskRowsQuery, taskRowStates } from '@/lib/jobs/schema'
import { titled } from '@/lib/core/server/i18n/page'
import { taskDetailOptions, taskRowsOptions } from '@/lib/jobs/client'
import { pageContext } from '@/lib/core/server/auth/access'
import { readTask } from '@/lib/jobs/server/answer'
import { listTaskRows } from '@/lib/jobs/server/list-rows'
import { answer, Prefetched } from '../../prefetched'
import { withWords } from '@/lib/core/server/i18n/words'

export const generateMetadata = titled('tasks', (t) => t('job'))

/** With `?state=`, lists only rows in that state. */
async function Page({ params, searchParams }: PageProps<'/shops/[shop]/jobs/[id]'>) {
  const { shop: shopId, id } = await params
  const context = await pageContext(shopId, 'jobs.read')
  const asked = (await searchParams).state
  const state = taskRowStates.find((one) => one === asked)
  const detail = answer(taskDetailOptions(shopId, id), () => readTask(context, id))
  const rows = answer(taskRowsOptions(shopId, id, { state }), () =>
    listTaskRows(context, id, taskRowsQuery.parse({ state })),
  )
  const { mode, name } = context.shop
  return (
    <Prefetched answers={[detail, rows]}>
      <TaskPage shop={shopId} id={id} liveShopName={mode === 'live' ? name : null} />
    </Prefetched>
  )
}

export default withWords(Page, 'shops/[shop]/jobs/[id]/page')
