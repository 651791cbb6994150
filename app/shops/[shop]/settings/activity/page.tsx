import { ActivityPage } from '@/components/activity/activity-page'
import { activityListOptions, activityListParams } from '@/lib/activity/client'
import { activityListQuery } from '@/lib/activity/schema'
import { listActivity } from '@/lib/activity/server/list'
import { titled } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'
import { readFromReplica } from '@/lib/core/server/read-replica'
import { pageContext } from '@/lib/core/server/auth/access'
import { listAnswer, Prefetched } from '@/lib/pages/prefetched'

export const generateMetadata = titled('activity', (t) => t('title'))

async function Page({ params, searchParams }: PageProps<'/shops/[shop]/settings/activity'>) {
  const context = await pageContext((await params).shop, 'activity.read')
  const { shop } = context
  const list = listAnswer(context, {
    path: 'settings/activity',
    searchParams,
    params: activityListParams,
    query: activityListOptions,
    read: (filters) =>
      readFromReplica(context, ({ engine }) =>
        listActivity({ engine, shop }, activityListQuery.parse(filters)),
      ),
  })
  return (
    <Prefetched answers={[list]}>
      <ActivityPage shop={shop.id} />
    </Prefetched>
  )
}

export default withWords(Page, 'shops/[shop]/settings/activity/page')
