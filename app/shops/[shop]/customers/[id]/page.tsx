import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { UnavailableRecord } from '@/lib/pages/record-states'
import { CustomerPage } from '@/components/customers/page/customer-page'
import { getQueryClient } from '@/lib/core/client/client'
import { pageTranslator } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'
import { pageQuery } from '@/lib/core/server/auth/visit'
import { AppError } from '@/lib/core/server/errors'
import { customerDetailOptions, timelineOptions } from '@/lib/customers/client'
import { titleOf as customerTitle } from '@/lib/customers/name'
import { timelineQuery } from '@/lib/customers/schema'
import { readCustomer } from '@/lib/customers/server/reading/read'
import { customerTimeline } from '@/lib/customers/server/reading/timeline'
import { prefetchRecord, recordPage, titleOf } from '@/lib/pages/record'

type Props = PageProps<'/shops/[shop]/customers/[id]'>

const { contextOf, read } = recordPage('customers.read', readCustomer)

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await pageTranslator('customers')
  return titleOf(t('title'), async () => {
    const { shop, id } = await params
    const customer = await read(await contextOf(shop), id)
    return customer.anonymised ? t('anonymous') : customerTitle(customer)
  })
}

async function Page({ params }: Props) {
  const { shop: shopId, id } = await params
  const context = await contextOf(shopId)
  const client = getQueryClient()
  const customer = await prefetchRecord(client, customerDetailOptions(shopId, id), () => read(context, id))
  if (customer instanceof AppError) return <UnavailableRecord kind="customers" code={customer.code} />
  const { merged_into: keptId } = customer
  await Promise.all([
    client.infiniteQuery({
      ...timelineOptions(shopId, id),
      queryFn: () => pageQuery(() => customerTimeline(context, id, timelineQuery.parse({}))),
    }),
    // The page names the customer that this one was merged into.
    keptId !== null &&
      prefetchRecord(client, customerDetailOptions(shopId, keptId), () => read(context, keptId)),
  ])
  const { mode, name } = context.shop
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <CustomerPage key={id} shop={shopId} id={id} liveShopName={mode === 'live' ? name : null} />
    </HydrationBoundary>
  )
}

export default withWords(Page, 'shops/[shop]/customers/[id]/page')
