import { ImportPage } from '@/components/import/import-page'
import { ArchivedShop } from '@/lib/pages/archived-shop'
import { titled } from '@/lib/core/server/i18n/page'
import { pageContext } from '@/lib/core/server/auth/access'
import { withWords } from '@/lib/core/server/i18n/words'

export const generateMetadata = titled('imports', (t) => t('customers.title'))

async function Page({ params }: PageProps<'/shops/[shop]/customers/import'>) {
  const { shop } = await pageContext((await params).shop, 'customers.import')
  if (shop.archivedAt) return <ArchivedShop />
  return <ImportPage shop={shop.id} of="customers" />
}

export default withWords(Page, 'shops/[shop]/customers/import/page')
