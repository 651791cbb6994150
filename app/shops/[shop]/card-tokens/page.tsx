import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { CardTokensPage } from '@/components/card-tokens/card-tokens-page'
import { cardTokenListOptions, cardTokenListParams, perCard } from '@/lib/card-tokens/client'
import { cardTokenListQuery } from '@/lib/card-tokens/schema'
import { listCardTokens } from '@/lib/card-tokens/server/list'
import { getQueryClient } from '@/lib/core/client/client'
import { getTranslator } from '@/lib/core/i18n/server'
import { withWords } from '@/lib/core/i18n/words'
import { pageContext } from '@/lib/core/server/auth/access'
import { pageQuery } from '@/lib/core/server/auth/visit'
import { loadFilters } from '../load-filters'
import { startOver } from '../start-over'

export const generateMetadata = (): Metadata => ({ title: getTranslator('cardTokens')('title') })

async function Page({ params, searchParams }: PageProps<'/shops/[shop]/card-tokens'>) {
  const context = await pageContext((await params).shop, 'card_tokens.read')
  const filters = perCard(await loadFilters(searchParams, cardTokenListParams))
  const client = getQueryClient()
  await client
    .query({
      ...cardTokenListOptions(context.shop.id, filters),
      queryFn: () => pageQuery(() => listCardTokens(context, cardTokenListQuery.parse(filters))),
    })
    .catch(startOver(`/shops/${context.shop.id}/card-tokens`))
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <CardTokensPage shop={context.shop.id} />
    </HydrationBoundary>
  )
}

export default withWords(Page, 'cardTokens', 'mirror', 'table', 'time')
