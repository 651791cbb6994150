import type { Metadata } from 'next'
import { ImportPage } from '@/components/import/import-page'
import { getTranslator } from '@/lib/core/i18n/server'
import { pageContext } from '@/lib/core/server/auth/access'
import { withWords } from '@/lib/core/i18n/words'

export const generateMetadata = (): Metadata => ({ title: getTranslator('imports')('customers.title') })

async function Page({ params }: PageProps<'/shops/[shop]/customers/import'>) {
  const { shop } = await pageContext((await params).shop, 'customers.import')
  return <ImportPage shop={shop.id} of="customers" />
}

export default withWords(Page, 'customers', 'imports', 'products')
