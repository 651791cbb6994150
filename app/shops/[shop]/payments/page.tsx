import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { PaymentsPage } from '@/components/payments/payments-page'
import { getQueryClient } from '@/lib/core/client/client'
import { getTranslator } from '@/lib/core/i18n/server'
import { withWords } from '@/lib/core/i18n/words'
import { pageContext } from '@/lib/core/server/auth/access'
import { pageQuery } from '@/lib/core/server/auth/visit'
import { paymentListOptions, paymentListParams } from '@/lib/payments/client'
import { paymentListQuery } from '@/lib/payments/list'
import { listPayments } from '@/lib/payments/server/list'
import { loadFilters } from '../load-filters'
import { startOver } from '../start-over'

export const generateMetadata = (): Metadata => ({ title: getTranslator('paymentList')('title') })

async function Page({ params, searchParams }: PageProps<'/shops/[shop]/payments'>) {
  const context = await pageContext((await params).shop, 'payments.read')
  const filters = await loadFilters(searchParams, paymentListParams)
  const client = getQueryClient()
  await client
    .query({
      ...paymentListOptions(context.shop.id, filters),
      queryFn: () => pageQuery(() => listPayments(context, paymentListQuery.parse(filters))),
    })
    .catch(startOver(`/shops/${context.shop.id}/payments`))
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PaymentsPage shop={context.shop.id} />
    </HydrationBoundary>
  )
}

export default withWords(
  Page,
  'amounts',
  'customers',
  'days',
  'exports',
  'mirror',
  'paymentList',
  'paymentState',
  'table',
  'time',
  'typedMoney',
)
