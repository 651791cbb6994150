import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { TaskPage } from '@/components/jobs/task-page'
import { taskRowsQuery, taskRowStates } from '@/lib/jobs/schema'
import { getTranslator } from '@/lib/core/i18n/server'
import { getQueryClient } from '@/lib/core/client/client'
import { taskDetailOptions, taskRowsOptions } from '@/lib/jobs/client'
import { pageContext } from '@/lib/core/server/auth/access'
import { pageQuery } from '@/lib/core/server/auth/visit'
import { AppError } from '@/lib/core/server/errors'
import { readTask } from '@/lib/jobs/server/answer'
import { listTaskRows } from '@/lib/jobs/server/list-rows'
import { withWords } from '@/lib/core/i18n/words'

export const generateMetadata = (): Metadata => ({ title: getTranslator('tasks')('job') })

/** With `?state=`, lists only rows in that state. */
async function Page({ params, searchParams }: PageProps<'/shops/[shop]/jobs/[id]'>) {
  const { shop: shopId, id } = await params
  const context = await pageContext(shopId, 'jobs.read')
  const asked = (await searchParams).state
  const state = taskRowStates.find((one) => one === asked)
  const client = getQueryClient()
  await Promise.all([
    client.query({
      ...taskDetailOptions(shopId, id),
      queryFn: () => pageQuery(() => readTask(context, id)),
    }),
    client.query({
      ...taskRowsOptions(shopId, id, { state }),
      queryFn: () => pageQuery(() => listTaskRows(context, id, taskRowsQuery.parse({ state }))),
    }),
  ]).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') notFound()
    throw error
  })
  const { mode, name } = context.shop
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <TaskPage shop={shopId} id={id} liveShopName={mode === 'live' ? name : null} />
    </HydrationBoundary>
  )
}

export default withWords(
  Page,
  'checkouts',
  'customers',
  'imports',
  'problems',
  'products',
  'table',
  'tasks',
  'time',
)
