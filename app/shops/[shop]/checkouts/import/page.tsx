import type { Metadata } from 'next'
import { ImportPage } from '@/components/import/import-page'
import { getTranslator } from '@/lib/core/i18n/server'
import { pageContext } from '@/lib/core/server/auth/access'
import { withWords } from '@/lib/core/i18n/words'

export const generateMetadata = (): Metadata => ({ title: getTranslator('imports')('checkouts.title') })

async function Page({ params }: PageProps<'/shops/[shop]/checkouts/import'>) {
  const { shop } = await pageContext((await params).shop, 'checkouts.import')
  return <ImportPage shop={shop.id} of="checkouts" />
}

export default withWords(Page, 'checkouts', 'customers', 'imports', 'products')
