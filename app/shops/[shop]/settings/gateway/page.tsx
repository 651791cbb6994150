import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { GatewayPage } from '@/components/shops/gateway-page'
import { getQueryClient } from '@/lib/core/client/client'
import { getTranslator } from '@/lib/core/i18n/server'
import { withWords } from '@/lib/core/i18n/words'
import { pageContext } from '@/lib/core/server/auth/access'
import { pageQuery } from '@/lib/core/server/auth/visit'
import { connectionOptions } from '@/lib/shops/client'
import { readConnection } from '@/lib/shops/server/connection'

export const generateMetadata = (): Metadata => ({ title: getTranslator('shops')('gateway.title') })

async function Page({ params }: PageProps<'/shops/[shop]/settings/gateway'>) {
  const context = await pageContext((await params).shop, 'shop.configure')
  const { id, name, mode } = context.shop
  const client = getQueryClient()
  await client.query({ ...connectionOptions(id), queryFn: () => pageQuery(() => readConnection(context)) })
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <GatewayPage shop={id} liveShopName={mode === 'live' ? name : null} />
    </HydrationBoundary>
  )
}

export default withWords(Page, 'shops', 'table', 'time')
