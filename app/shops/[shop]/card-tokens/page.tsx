import { CardTokensPage } from '@/components/card-tokens/card-tokens-page'
import { cardTokenListOptions, cardTokenListParams, onePerCard } from '@/lib/card-tokens/client'
import { cardTokenListQuery } from '@/lib/card-tokens/schema'
import { listCardTokens } from '@/lib/card-tokens/server/list'
import { listPage } from '@/lib/pages/prefetched'
import { titled } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'

export const generateMetadata = titled('cardTokens', (t) => t('title'))

const Page = listPage({
  path: 'card-tokens',
  permission: 'card_tokens.read',
  params: cardTokenListParams,
  query: (shop, filters) => cardTokenListOptions(shop, onePerCard(filters)),
  read: (context, filters) => listCardTokens(context, cardTokenListQuery.parse(onePerCard(filters))),
  show: ({ shop }) => <CardTokensPage shop={shop.id} />,
})

export default withWords(Page, 'shops/[shop]/card-tokens/page')
