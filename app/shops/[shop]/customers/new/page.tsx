import { NewCustomerForm } from '@/components/customers/new-customer-form'
import { ArchivedShop } from '@/lib/pages/archived-shop'
import { titled } from '@/lib/core/server/i18n/page'
import { pageContext } from '@/lib/core/server/auth/access'
import { withWords } from '@/lib/core/server/i18n/words'

export const generateMetadata = titled('customers', (t) => t('new'))

async function Page({ params }: PageProps<'/shops/[shop]/customers/new'>) {
  const { shop } = await pageContext((await params).shop, 'customers.create')
  if (shop.archivedAt) return <ArchivedShop />
  return <NewCustomerForm shop={shop.id} liveShopName={shop.mode === 'live' ? shop.name : null} />
}

export default withWords(Page, 'shops/[shop]/customers/new/page')
