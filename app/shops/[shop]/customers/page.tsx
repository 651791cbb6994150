import { CustomersPage } from '@/components/customers/customers-page'
import { titled } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'
import { customerListOptions, customerListParams } from '@/lib/customers/client'
import { customerListQuery } from '@/lib/customers/schema'
import { listCustomers } from '@/lib/customers/server/listing/list'
import { listPage } from '@/lib/pages/prefetched'

export const generateMetadata = titled('customers', (t) => t('title'))

const Page = listPage({
  path: 'customers',
  permission: 'customers.read',
  params: customerListParams,
  query: customerListOptions,
  read: (context, filters) => listCustomers(context, customerListQuery.parse(filters)),
  show: ({ shop }) => <CustomersPage shop={shop.id} />,
})

export default withWords(Page, 'shops/[shop]/customers/page')
