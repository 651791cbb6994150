import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { RetentionPage } from '@/components/retention/retention-page'
import { getTranslator } from '@/lib/i18n/server'
import { getQueryClient } from '@/lib/queries/client'
import { retentionOptions } from '@/lib/queries/retention'
import { pageContext } from '@/lib/server/auth/access'
import { pageQuery } from '@/lib/server/auth/page-query'
import { readRetention } from '@/lib/server/customers/retention'

export const generateMetadata = (): Metadata => ({ title: getTranslator('retention')('title') })

export default async function Page({ params }: PageProps<'/shops/[shop]/settings/retention'>) {
  const context = await pageContext((await params).shop, 'retention.manage')
  const { id, name, mode } = context.shop
  const client = getQueryClient()
  await client.query({ ...retentionOptions(id), queryFn: () => pageQuery(() => readRetention(context)) })
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <RetentionPage shop={id} liveShopName={mode === 'live' ? name : null} />
    </HydrationBoundary>
  )
}
