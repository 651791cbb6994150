import type { Metadata } from 'next'
import { CustomersPage } from '@/components/customers/customers-page'
import { getTranslator } from '@/lib/core/i18n/server'
import { withWords } from '@/lib/core/i18n/words'
import { pageContext } from '@/lib/core/server/auth/access'
import { customerListOptions, customerListParams } from '@/lib/customers/client'
import { customerListQuery } from '@/lib/customers/schema'
import { listCustomers } from '@/lib/customers/server/listing/list'
import { listAnswer, Prefetched } from '../prefetched'

export const generateMetadata = (): Metadata => ({ title: getTranslator('customers')('title') })

async function Page({ params, searchParams }: PageProps<'/shops/[shop]/customers'>) {
  const context = await pageContext((await params).shop, 'customers.read')
  const list = listAnswer(context, {
    path: 'customers',
    searchParams,
    params: customerListParams,
    query: customerListOptions,
    read: (filters) => listCustomers(context, customerListQuery.parse(filters)),
  })
  return (
    <Prefetched answers={[list]}>
      <CustomersPage shop={context.shop.id} />
    </Prefetched>
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
