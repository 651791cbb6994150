import type { Metadata } from 'next'
import { ImportPage } from '@/components/import/import-page'
import { getTranslator } from '@/lib/core/i18n/server'
import { pageContext } from '@/lib/core/server/auth/access'
import { withWords } from '@/lib/core/i18n/words'

export const generateMetadata = (): Metadata => ({ title: getTranslator('imports')('products.title') })

async function Page({ params }: PageProps<'/shops/[shop]/products/import'>) {
  const { shop } = await pageContext((await params).shop, 'products.write')
  return <ImportPage shop={shop.id} of="products" />
}

export default withWords(Page, 'customers', 'imports', 'products')
