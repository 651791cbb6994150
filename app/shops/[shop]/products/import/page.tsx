import { ImportPage } from '@/components/import/import-page'
import { ArchivedShop } from '@/lib/pages/archived-shop'
import { titled } from '@/lib/core/server/i18n/page'
import { pageContext } from '@/lib/core/server/auth/access'
import { withWords } from '@/lib/core/server/i18n/words'

export const generateMetadata = titled('imports', (t) => t('products.title'))

async function Page({ params }: PageProps<'/shops/[shop]/products/import'>) {
  const { shop } = await pageContext((await params).shop, 'products.write')
  if (shop.archivedAt) return <ArchivedShop />
  return <ImportPage shop={shop.id} of="products" />
}

export default withWords(Page, 'shops/[shop]/products/import/page')
