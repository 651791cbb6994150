import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { CardTokenPage } from '@/components/card-tokens/page/card-token-page'
import { getTranslator } from '@/lib/i18n/server'
import { cardTokenDetailOptions } from '@/lib/queries/card-tokens'
import { getQueryClient } from '@/lib/queries/client'
import { pageContext } from '@/lib/server/auth/access'
import { pageQuery } from '@/lib/server/auth/page-query'
import { cardTokenDetail } from '@/lib/server/card-tokens/detail'
import { AppError } from '@/lib/server/errors'

export const generateMetadata = (): Metadata => ({ title: getTranslator('cardTokens')('title') })

export default async function Page({ params }: PageProps<'/shops/[shop]/card-tokens/[id]'>) {
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
