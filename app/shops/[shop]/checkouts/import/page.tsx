import type { Metadata } from 'next'
import { ImportPage } from '@/components/import/import-page'
import { getTranslator } from '@/lib/core/i18n/server'
import { pageContext } from '@/lib/core/server/auth/access'

export const generateMetadata = (): Metadata => ({ title: getTranslator('imports')('checkouts.title') })

export default async function Page({ params }: PageProps<'/shops/[shop]/checkouts/import'>) {
  const { shop } = await pageContext((await params).shop, 'checkouts.import')
  return <ImportPage shop={shop.id} of="checkouts" />
}
