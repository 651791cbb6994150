import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata, Route } from 'next'
import { redirect } from 'next/navigation'
import { CustomersPage } from '@/components/customers/customers-page'
import { getQueryClient } from '@/lib/core/client/client'
import { getTranslator } from '@/lib/core/i18n/server'
import { withWords } from '@/lib/core/i18n/words'
import { pageContext } from '@/lib/core/server/auth/access'
import { pageQuery } from '@/lib/core/server/auth/visit'
import { AppError } from '@/lib/core/server/errors'
import { customerListOptions, customerListParams } from '@/lib/customers/client'
import { customerListQuery } from '@/lib/customers/schema'
import { listCustomers } from '@/lib/customers/server/list'
import { loadFilters } from '../load-filters'
import { startOver } from '../start-over'

export const generateMetadata = (): Metadata => ({ title: getTranslator('customers')('title') })

async function Page({ params, searchParams }: PageProps<'/shops/[shop]/customers'>) {
  const context = await pageContext((await params).shop, 'customers.read')
  const filters = await loadFilters(searchParams, customerListParams)
  const path = `/shops/${context.shop.id}/customers`
  const client = getQueryClient()
  await client
    .query({
      ...customerListOptions(context.shop.id, filters),
      queryFn: () => pageQuery(() => listCustomers(context, customerListQuery.parse(filters))),
    })
    .catch((error: unknown) => {
      // A shared address may sort by a field that is masked for this person.
      if (error instanceof AppError && error.code === 'forbidden') redirect(path as Route)
      return startOver(path)(error)
    })
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <CustomersPage shop={context.shop.id} />
    </HydrationBoundary>
  )
}

export default withWords(
  Page,
  'customers',
  'days',
  'exports',
  'imports',
  'mirror',
  'paymentState',
  'table',
  'time',
)
