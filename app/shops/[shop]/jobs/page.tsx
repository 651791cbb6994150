import { JobsPage } from '@/components/jobs/jobs-page'
import { titled } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'
import { pageContext } from '@/lib/core/server/auth/access'
import { copyListOptions, jobListOptions, jobListParams } from '@/lib/jobs/client'
import { jobListQuery } from '@/lib/jobs/schema'
import { listJobs, listCopies } from '@/lib/jobs/server/answer'
import { answer, listAnswer, Prefetched } from '@/lib/pages/prefetched'

export const generateMetadata = titled('jobs', (t) => t('title'))

async function Page({ params, searchParams }: PageProps<'/shops/[shop]/jobs'>) {
  const context = await pageContext((await params).shop, 'jobs.read')
  const list = listAnswer(context, {
    path: 'jobs',
    searchParams,
    params: jobListParams,
    query: (shop, { cursor }) => jobListOptions(shop, cursor),
    read: ({ cursor }) => listJobs(context, jobListQuery.parse({ cursor })),
  })
  const copies = answer(copyListOptions(context.shop.id), () => listCopies(context))
  return (
    <Prefetched answers={[list, copies]}>
      <JobsPage shop={context.shop.id} />
    </Prefetched>
  )
}

export default withWords(Page, 'shops/[shop]/jobs/page')
