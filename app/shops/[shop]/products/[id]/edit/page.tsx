import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { EditProductForm } from '@/components/products/edit/edit-product-form'
import { ProductUnavailable } from '@/components/products/product-unavailable'
import { getTranslator } from '@/lib/i18n/server'
import { getQueryClient } from '@/lib/queries/client'
import { productDetailOptions } from '@/lib/queries/products'
import { pageContext } from '@/lib/server/auth/access'
import { pageQuery } from '@/lib/server/auth/page-query'
import { AppError } from '@/lib/server/errors'
import { readProduct } from '@/lib/server/products/read'

export const generateMetadata = (): Metadata => ({ title: getTranslator('products.edit')('title') })

export default async function Page({ params }: PageProps<'/shops/[shop]/products/[id]/edit'>) {
  const { shop: shopId, id } = await params
  const context = await pageContext(shopId, 'products.write')
  const client = getQueryClient()
  const product = await client
    .query({ ...productDetailOptions(shopId, id), queryFn: () => pageQuery(() => readProduct(context, id)) })
    .catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      if (error.code === 'not_found') notFound()
      return error
    })
  if (product instanceof AppError) return <ProductUnavailable shop={shopId} code={product.code} />
  const { shop } = context
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <EditProductForm shop={shop.id} id={id} isLive={shop.mode === 'live'} shopName={shop.name} />
    </HydrationBoundary>
  )
}
