import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { CheckoutsPage } from '@/components/checkouts/checkouts-page'
import { checkoutListOptions, checkoutListParams } from '@/lib/checkouts/client'
import { checkoutListQuery } from '@/lib/checkouts/schema'
import { listCheckouts } from '@/lib/checkouts/server/list'
import { getQueryClient } from '@/lib/core/client/client'
import { getTranslator } from '@/lib/core/i18n/server'
import { withWords } from '@/lib/core/i18n/words'
import { pageContext } from '@/lib/core/server/auth/access'
import { pageQuery } from '@/lib/core/server/auth/visit'
import { loadFilters } from '../load-filters'
import { startOver } from '../start-over'

export const generateMetadata = (): Metadata => ({ title: getTranslator('checkouts')('title') })

async function Page({ params, searchParams }: PageProps<'/shops/[shop]/checkouts'>) {
  const context = await pageContext((await params).shop, 'checkouts.read')
  const filters = await loadFilters(searchParams, checkoutListParams)
  const client = getQueryClient()
  await client
    .query({
      ...checkoutListOptions(context.shop.id, filters),
      queryFn: () => pageQuery(() => listCheckouts(context, checkoutListQuery.parse(filters))),
    })
    .catch(startOver(`/shops/${context.shop.id}/checkouts`))
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <CheckoutsPage shop={context.shop.id} />
    </HydrationBoundary>
  )
}

export default withWords(
  Page,
  'amounts',
  'checkouts',
  'days',
  'exports',
  'imports',
  'mirror',
  'paymentState',
  'table',
  'time',
  'typedMoney',
)
