import type { Metadata } from 'next'
import { CustomersPage } from '@/components/customers/customers-page'
import { getTranslator } from '@/lib/core/i18n/server'
import { withWords } from '@/lib/core/i18n/words'
import { customerListOptions, customerListParams } from '@/lib/customers/client'
import { customerListQuery } from '@/lib/customers/schema'
import { listCustomers } from '@/lib/customers/server/listing/list'
import { listPage } from '../prefetched'

export const generateMetadata = (): Metadata => ({ title: getTranslator('customers')('title') })

const Page = listPage({
  path: 'customers',
  permission: 'customers.read',
  params: customerListParams,
  query: customerListOptions,
  read: (context, filters) => listCustomers(context, customerListQuery.parse(filters)),
  show: ({ shop }) => <CustomersPage shop={shop.id} />,
})

export default withWords(Page, 'customers', 'days', 'exports', 'imports', 'mirror', 'table', 'time')
