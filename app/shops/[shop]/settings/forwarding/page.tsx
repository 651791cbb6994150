import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { ForwardingPage } from '@/components/forwarding/forwarding-page'
import { getQueryClient } from '@/lib/core/client/client'
import { getTranslator } from '@/lib/core/i18n/server'
import { withWords } from '@/lib/core/i18n/words'
import { pageContext } from '@/lib/core/server/auth/access'
import { pageQuery } from '@/lib/core/server/auth/visit'
import { endpointListOptions, messageListOptions, messageListParams } from '@/lib/forwarding/client'
import { messageListQuery } from '@/lib/forwarding/schema'
import { listEndpoints } from '@/lib/forwarding/server/endpoints'
import { listMessages } from '@/lib/forwarding/server/messages'
import { loadFilters } from '../../load-filters'
import { startOver } from '../../start-over'

export const generateMetadata = (): Metadata => ({ title: getTranslator('forwarding')('title') })

async function Page({ params, searchParams }: PageProps<'/shops/[shop]/settings/forwarding'>) {
  const context = await pageContext((await params).shop, 'forwarding.read')
  const { id, name, mode } = context.shop
  const filters = await loadFilters(searchParams, messageListParams)
  const client = getQueryClient()
  await client.query({
    ...endpointListOptions(id),
    queryFn: () => pageQuery(() => listEndpoints(context)),
  })
  await client
    .query({
      ...messageListOptions(id, filters),
      queryFn: () => pageQuery(() => listMessages(context, messageListQuery.parse(filters))),
    })
    .catch(startOver(`/shops/${id}/settings/forwarding`))
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <ForwardingPage shop={id} isSandbox={mode === 'sandbox'} liveShopName={mode === 'live' ? name : null} />
    </HydrationBoundary>
  )
}

export default withWords(Page, 'forwarding', 'table', 'time')
