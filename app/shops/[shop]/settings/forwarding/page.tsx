import { ForwardingPage } from '@/components/forwarding/forwarding-page'
import { titled } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'
import { pageContext } from '@/lib/core/server/auth/access'
import { endpointListOptions, messageListOptions, messageListParams } from '@/lib/forwarding/client'
import { messageListQuery } from '@/lib/forwarding/schema'
import { listEndpoints } from '@/lib/forwarding/server/endpoints'
import { listMessages } from '@/lib/forwarding/server/messages'
import { readFromReplica } from '@/lib/core/server/read-replica'
import { answer, listAnswer, Prefetched } from '@/lib/pages/prefetched'

export const generateMetadata = titled('forwarding', (t) => t('title'))

async function Page({ params, searchParams }: PageProps<'/shops/[shop]/settings/forwarding'>) {
  const context = await pageContext((await params).shop, 'forwarding.read')
  const { id, name, mode } = context.shop
  const messages = listAnswer(context, {
    path: 'settings/forwarding',
    searchParams,
    params: messageListParams,
    query: messageListOptions,
    read: (filters) =>
      readFromReplica(context, (from) => listMessages(from, messageListQuery.parse(filters))),
  })
  return (
    <Prefetched answers={[answer(endpointListOptions(id), () => listEndpoints(context)), messages]}>
      <ForwardingPage shop={id} isSandbox={mode === 'sandbox'} liveShopName={mode === 'live' ? name : null} />
    </Prefetched>
  )
}

export default withWords(Page, 'shops/[shop]/settings/forwarding/page')
