import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { OverviewPage } from '@/components/overview/overview-page'
import { getTranslator } from '@/lib/i18n/server'
import { getQueryClient } from '@/lib/queries/client'
import { radarOptions } from '@/lib/queries/radar'
import { pageContext } from '@/lib/server/auth/access'
import { pageQuery } from '@/lib/server/auth/page-query'
import { radarOf } from '@/lib/server/products/radar'

export const generateMetadata = (): Metadata => ({ title: getTranslator('overview')('title') })

export default async function Page({ params }: PageProps<'/shops/[shop]'>) {
  const context = await pageContext((await params).shop, 'products.read')
  const client = getQueryClient()
  await client.query({
    ...radarOptions(context.shop.id),
    queryFn: () => pageQuery(() => radarOf(context)),
  })
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <OverviewPage shop={context.shop.id} />
    </HydrationBoundary>
  )
}
