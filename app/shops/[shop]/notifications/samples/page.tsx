import { randomUUID } from 'node:crypto'
import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import { SamplesPage } from '@/components/forwarding/samples/samples-page'
import { may } from '@/lib/core/permissions'
import { samplePrefix } from '@/lib/forwarding/sample'
import { ArchivedShop } from '@/lib/pages/archived-shop'
import { titled } from '@/lib/core/server/i18n/page'
import { getQueryClient } from '@/lib/core/client/client'
import { endpointListOptions } from '@/lib/forwarding/client'
import { pageContext } from '@/lib/core/server/auth/access'
import { pageQuery } from '@/lib/core/server/auth/visit'
import { listEndpoints } from '@/lib/forwarding/server/endpoints'
import { withWords } from '@/lib/core/server/i18n/words'

export const generateMetadata = titled('samples', (t) => t('title'))

async function Page({ params }: PageProps<'/shops/[shop]/notifications/samples'>) {
  const context = await pageContext((await params).shop, 'notifications.replay')
  if (context.shop.archivedAt) return <ArchivedShop />
  const { id } = context.shop
  const maySeeEndpoints = may(context.actor, 'forwarding.read')
  const client = getQueryClient()
  if (maySeeEndpoints)
    await client.query({ ...endpointListOptions(id), queryFn: () => pageQuery(() => listEndpoints(context)) })
  const initial = { uid: `${samplePrefix}${randomUUID()}`, created_at: new Date().toISOString() }
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <SamplesPage shop={id} maySeeEndpoints={maySeeEndpoints} initial={initial} />
    </HydrationBoundary>
  )
}

export default withWords(Page, 'shops/[shop]/notifications/samples/page')
