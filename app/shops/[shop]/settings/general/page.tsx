import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import { GeneralPage } from '@/components/shops/general-page'
import { getQueryClient } from '@/lib/core/client/client'
import { titled } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'
import { pageContext } from '@/lib/core/server/auth/access'
import { pageQuery } from '@/lib/core/server/auth/visit'
import { connectionOptions, deletionOptions } from '@/lib/shops/client'
import { readConnection } from '@/lib/shops/server/connection/connection'
import { readDeletion } from '@/lib/shops/server/archive-and-delete'

export const generateMetadata = titled('shops', (t) => t('general.title'))

async function Page({ params }: PageProps<'/shops/[shop]/settings/general'>) {
  const context = await pageContext((await params).shop, 'shop.configure')
  const { id } = context.shop
  const client = getQueryClient()
  await client.query({ ...connectionOptions(id), queryFn: () => pageQuery(() => readConnection(context)) })
  if (context.shop.archivedAt)
    await client.query({ ...deletionOptions(id), queryFn: () => pageQuery(() => readDeletion(context)) })
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <GeneralPage shop={id} />
    </HydrationBoundary>
  )
}

export default withWords(Page, 'shops/[shop]/settings/general/page')
