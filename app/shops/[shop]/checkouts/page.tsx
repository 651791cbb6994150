import { CheckoutsPage } from '@/components/checkouts/checkouts-page'
import { checkoutListOptions, checkoutListParams } from '@/lib/checkouts/client'
import { checkoutListQuery } from '@/lib/checkouts/schema'
import { listCheckouts } from '@/lib/checkouts/server/listing/list'
import { listPage } from '@/lib/pages/prefetched'
import { titled } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'

export const generateMetadata = titled('checkouts', (t) => t('title'))

const Page = listPage({
  path: 'checkouts',
  permission: 'checkouts.read',
  params: checkoutListParams,
  query: checkoutListOptions,
  read: (context, filters) => listCheckouts(context, checkoutListQuery.parse(filters)),
  show: ({ shop }) => <CheckoutsPage shop={shop.id} />,
})

export default withWords(Page, 'shops/[shop]/checkouts/page')
