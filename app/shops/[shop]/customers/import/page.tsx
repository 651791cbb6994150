import type { Metadata } from 'next'
import { ImportPage } from '@/components/import/import-page'
import { getTranslator } from '@/lib/core/i18n/server'
import { pageContext } from '@/lib/core/server/auth/access'

export const generateMetadata = (): Metadata => ({ title: getTranslator('imports')('customers.title') })

export default async function Page({ params }: PageProps<'/shops/[shop]/customers/import'>) {
  const { shop } = await pageContext((await params).shop, 'customers.import')
  return <ImportPage shop={shop.id} of="customers" />
}
