import type { Metadata } from 'next'
import { PaymentsPage } from '@/components/payments/payments-page'
import { getTranslator } from '@/lib/core/i18n/server'
import { withWords } from '@/lib/core/i18n/words'
import { pageContext } from '@/lib/core/server/auth/access'
import { paymentListOptions, paymentListParams } from '@/lib/payments/client'
import { paymentListQuery } from '@/lib/payments/list'
import { listPayments } from '@/lib/payments/server/listing/list'
import { listAnswer, Prefetched } from '../prefetched'

export const generateMetadata = (): Metadata => ({ title: getTranslator('paymentList')('title') })

async function Page({ params, searchParams }: PageProps<'/shops/[shop]/payments'>) {
  const context = await pageContext((await params).shop, 'payments.read')
  const list = listAnswer(context, {
    path: 'payments',
    searchParams,
    params: paymentListParams,
    query: paymentListOptions,
    read: (filters) => listPayments(context, paymentListQuery.parse(filters)),
  })
  return (
    <Prefetched answers={[list]}>
      <PaymentsPage shop={context.shop.id} />
    </Prefetched>
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
  'paymentReport',
  'paymentState',
  'reconciliation',
  'table',
  'time',
  'typedMoney',
)
