import type { Metadata } from 'next'
import { NewCustomerForm } from '@/components/customers/new-customer-form'
import { getTranslator } from '@/lib/core/i18n/server'
import { pageContext } from '@/lib/core/server/auth/access'
import { withWords } from '@/lib/core/i18n/words'

export const generateMetadata = (): Metadata => ({ title: getTranslator('customers')('new') })

async function Page({ params }: PageProps<'/shops/[shop]/customers/new'>) {
  const { shop } = await pageContext((await params).shop, 'customers.create')
  return <NewCustomerForm shop={shop.id} liveShopName={shop.mode === 'live' ? shop.name : null} />
}

export default withWords(Page, 'customers', 'time')
