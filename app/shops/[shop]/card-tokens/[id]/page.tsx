import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { CardTokenPage } from '@/components/card-tokens/page/card-token-page'
import { getTranslator } from '@/lib/core/i18n/server'
import { cardTokenDetailOptions } from '@/lib/card-tokens/client'
import { getQueryClient } from '@/lib/core/client/client'
import { pageContext } from '@/lib/core/server/auth/access'
import { pageQuery } from '@/lib/core/server/auth/visit'
import { cardTokenDetail } from '@/lib/card-tokens/server/detail'
import { AppError } from '@/lib/core/server/errors'
import { withWords } from '@/lib/core/i18n/words'

export const generateMetadata = (): Metadata => ({ title: getTranslator('cardTokens')('title') })

async function Page({ params }: PageProps<'/shops/[shop]/card-tokens/[id]'>) {
  const { shop, id } = await params
  const context = await pageContext(shop, 'card_tokens.read')
  const client = getQueryClient()
  await client
    .query({
      ...cardTokenDetailOptions(shop, id),
      queryFn: () => pageQuery(() => cardTokenDetail(context, id)),
    })
    .catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found') notFound()
      throw error
    })
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <CardTokenPage key={id} shop={shop} id={id} />
    </HydrationBoundary>
  )
}

export default withWords(Page, 'cardTokens', 'table', 'time')
