import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { CustomerUnavailable } from '@/components/customers/customer-unavailable'
import { CustomerPage } from '@/components/customers/page/customer-page'
import { timelineQuery } from '@/lib/contracts/customer'
import { getTranslator } from '@/lib/i18n/server'
import { getQueryClient } from '@/lib/queries/client'
import { customerDetailOptions, timelineOptions } from '@/lib/queries/customers'
import { pageContext } from '@/lib/server/auth/access'
import { pageQuery } from '@/lib/server/auth/page-query'
import { readCustomer } from '@/lib/server/customers/read'
import { customerTimeline } from '@/lib/server/customers/timeline'
import { AppError } from '@/lib/server/errors'

export const generateMetadata = (): Metadata => ({ title: getTranslator('customers')('title') })

export default async function Page({ params }: PageProps<'/shops/[shop]/customers/[id]'>) {
  const { shop: shopId, id } = await params
  const context = await pageContext(shopId, 'customers.read')
  const client = getQueryClient()
  const customer = await client
    .query({
      ...customerDetailOptions(shopId, id),
      queryFn: () => pageQuery(() => readCustomer(context, id)),
    })
    .catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      if (error.code === 'not_found') notFound()
      return error
    })
  if (customer instanceof AppError) return <CustomerUnavailable shop={shopId} code={customer.code} />
  await client.infiniteQuery({
    ...timelineOptions(shopId, id),
    queryFn: () => pageQuery(() => customerTimeline(context, id, timelineQuery.parse({}))),
  })
  const { mode, name } = context.shop
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <CustomerPage key={id} shop={shopId} id={id} liveShopName={mode === 'live' ? name : null} />
    </HydrationBoundary>
  )
}
