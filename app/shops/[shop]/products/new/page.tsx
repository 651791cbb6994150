import type { Metadata } from 'next'
import { NewProductForm } from '@/components/products/new-product-form'
import { getTranslator } from '@/lib/i18n/server'
import { pageContext } from '@/lib/server/auth/access'

export const generateMetadata = (): Metadata => ({ title: getTranslator('products')('new') })

export default async function Page({ params }: PageProps<'/shops/[shop]/products/new'>) {
  const { shop } = await pageContext((await params).shop, 'products.write')
  return <NewProductForm shop={shop.id} isLive={shop.mode === 'live'} shopName={shop.name} />
}
