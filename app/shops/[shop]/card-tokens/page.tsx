import type { Metadata } from 'next'
import { CardTokensPage } from '@/components/card-tokens/card-tokens-page'
import { cardTokenListOptions, cardTokenListParams, perCard } from '@/lib/card-tokens/client'
import { cardTokenListQuery } from '@/lib/card-tokens/schema'
import { listCardTokens } from '@/lib/card-tokens/server/list'
import { getTranslator } from '@/lib/core/i18n/server'
import { withWords } from '@/lib/core/i18n/words'
import { listPage } from '../prefetched'

export const generateMetadata = (): Metadata => ({ title: getTranslator('cardTokens')('title') })

const Page = listPage({
  path: 'card-tokens',
  permission: 'card_tokens.read',
  params: cardTokenListParams,
  query: (shop, filters) => cardTokenListOptions(shop, perCard(filters)),
  read: (context, filters) => listCardTokens(context, cardTokenListQuery.parse(perCard(filters))),
  show: ({ shop }) => <CardTokensPage shop={shop.id} />,
})

export default withWords(Page, 'cardTokens', 'mirror', 'table', 'time')
