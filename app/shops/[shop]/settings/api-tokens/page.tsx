import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { TokensPage } from '@/components/api-tokens/tokens-page'
import { apiTokensOptions } from '@/lib/api-tokens/client'
import { listTokens } from '@/lib/api-tokens/server/shop-tokens'
import { getQueryClient } from '@/lib/core/client/client'
import { getTranslator } from '@/lib/core/i18n/server'
import { withWords } from '@/lib/core/i18n/words'
import { pageContext } from '@/lib/core/server/auth/access'
import { pageQuery } from '@/lib/core/server/auth/visit'

export const generateMetadata = (): Metadata => ({ title: getTranslator('apiTokens')('title') })

async function Page({ params }: PageProps<'/shops/[shop]/settings/api-tokens'>) {
  const context = await pageContext((await params).shop, 'api_tokens.manage')
  const { id, name } = context.shop
  const client = getQueryClient()
  await client.query({ ...apiTokensOptions(id), queryFn: () => pageQuery(() => listTokens(context)) })
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <TokensPage shop={id} shopName={name} />
    </HydrationBoundary>
  )
}

export default withWords(Page, 'apiTokens', 'table', 'time')
