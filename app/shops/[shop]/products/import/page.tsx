import type { Metadata } from 'next'
import { ImportPage } from '@/components/import/import-page'
import { getTranslator } from '@/lib/core/i18n/server'
import { pageContext } from '@/lib/core/server/auth/access'

export const generateMetadata = (): Metadata => ({ title: getTranslator('imports')('products.title') })

export default async function Page({ params }: PageProps<'/shops/[shop]/products/import'>) {
  const { shop } = await pageContext((await params).shop, 'products.write')
  return <ImportPage shop={shop.id} of="products" />
}
