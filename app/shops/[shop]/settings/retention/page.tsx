import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { RetentionPage } from '@/components/customers/retention/retention-page'
import { getTranslator } from '@/lib/core/i18n/server'
import { getQueryClient } from '@/lib/core/client/client'
import { retentionOptions } from '@/lib/customers/retention-client'
import { pageContext } from '@/lib/core/server/auth/access'
import { pageQuery } from '@/lib/core/server/auth/visit'
import { readRetention } from '@/lib/customers/server/anonymising/retention'
import { withWords } from '@/lib/core/i18n/words'

export const generateMetadata = (): Metadata => ({ title: getTranslator('retention')('title') })

async function Page({ params }: PageProps<'/shops/[shop]/settings/retention'>) {
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

export default withWords(Page, 'retention', 'table', 'time')
