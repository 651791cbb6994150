import type { Metadata } from 'next'
import { CardTokensPage } from '@/components/card-tokens/card-tokens-page'
import { cardTokenListOptions, cardTokenListParams, perCard } from '@/lib/card-tokens/client'
import { cardTokenListQuery } from '@/lib/card-tokens/schema'
import { listCardTokens } from '@/lib/card-tokens/server/list'
import { getTranslator } from '@/lib/core/i18n/server'
import { withWords } from '@/lib/core/i18n/words'
import { pageContext } from '@/lib/core/server/auth/access'
import { listAnswer, Prefetched } from '../prefetched'

export const generateMetadata = (): Metadata => ({ title: getTranslator('cardTokens')('title') })

async function Page({ params, searchParams }: PageProps<'/shops/[shop]/card-tokens'>) {
  const context = await pageContext((await params).shop, 'card_tokens.read')
  const list = listAnswer(context, {
    path: 'card-tokens',
    searchParams,
    params: cardTokenListParams,
    query: (shop, filters) => cardTokenListOptions(shop, perCard(filters)),
    read: (filters) => listCardTokens(context, cardTokenListQuery.parse(perCard(filters))),
  })
  return (
    <Prefetched answers={[list]}>
      <CardTokensPage shop={context.shop.id} />
    </Prefetched>
  )
}

export default withWords(Page, 'cardTokens', 'mirror', 'table', 'time')
