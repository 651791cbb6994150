import { JobPage } from '@/components/jobs/job-page'
import { jobRowsQuery, jobRowStates } from '@/lib/jobs/schema'
import { titled } from '@/lib/core/server/i18n/page'
import { jobDetailOptions, jobRowsOptions } from '@/lib/jobs/client'
import { pageContext } from '@/lib/core/server/auth/access'
import { readJob } from '@/lib/jobs/server/answer'
import { listJobRows } from '@/lib/jobs/server/list-rows'
import { answer, Prefetched } from '@/lib/pages/prefetched'
import { trailAnswer } from '@/lib/pages/trail-answer'
import { withWords } from '@/lib/core/server/i18n/words'

export const generateMetadata = titled('jobs', (t) => t('job'))

/** With `?state=`, lists only rows in that state; with `?cursors=`, a later page of them. */
async function Page({ params, searchParams }: PageProps<'/shops/[shop]/jobs/[id]'>) {
  const { shop: shopId, id } = await params
  const context = await pageContext(shopId, 'jobs.read')
  const asked = (await searchParams).state
  const state = jobRowStates.find((one) => one === asked)
  const detail = answer(jobDetailOptions(shopId, id), () => readJob(context, id))
  const rows = trailAnswer(searchParams, jobRowsQuery.shape.cursor, (cursor) =>
    answer(jobRowsOptions(shopId, id, { state, cursor }), () =>
      listJobRows(context, id, jobRowsQuery.parse({ state, cursor })),
    ),
  )
  const { mode, name } = context.shop
  return (
    <Prefetched answers={[detail, rows]}>
      <JobPage shop={shopId} id={id} liveShopName={mode === 'live' ? name : null} />
    </Prefetched>
  )
}

export default withWords(Page, 'shops/[shop]/jobs/[id]/page')
