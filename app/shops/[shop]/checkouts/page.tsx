import type { Metadata } from 'next'
import { CheckoutsPage } from '@/components/checkouts/checkouts-page'
import { checkoutListOptions, checkoutListParams } from '@/lib/checkouts/client'
import { checkoutListQuery } from '@/lib/checkouts/schema'
import { listCheckouts } from '@/lib/checkouts/server/list'
import { getTranslator } from '@/lib/core/i18n/server'
import { withWords } from '@/lib/core/i18n/words'
import { pageContext } from '@/lib/core/server/auth/access'
import { listAnswer, Prefetched } from '../prefetched'

export const generateMetadata = (): Metadata => ({ title: getTranslator('checkouts')('title') })

async function Page({ params, searchParams }: PageProps<'/shops/[shop]/checkouts'>) {
  const context = await pageContext((await params).shop, 'checkouts.read')
  const list = listAnswer(context, {
    path: 'checkouts',
    searchParams,
    params: checkoutListParams,
    query: checkoutListOptions,
    read: (filters) => listCheckouts(context, checkoutListQuery.parse(filters)),
  })
  return (
    <Prefetched answers={[list]}>
      <CheckoutsPage shop={context.shop.id} />
    </Prefetched>
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
