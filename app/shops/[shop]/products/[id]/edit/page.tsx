import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import { EditProductForm } from '@/components/products/edit/edit-product-form'
import { UnavailableRecord } from '@/lib/pages/record-states'
import { getQueryClient } from '@/lib/core/client/client'
import { ArchivedShop } from '@/lib/pages/archived-shop'
import { titled } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'
import { pageContext } from '@/lib/core/server/auth/access'
import { AppError } from '@/lib/core/server/errors'
import { pageQuery } from '@/lib/core/server/auth/visit'
import { productDetailOptions } from '@/lib/products/client'
import { readProduct } from '@/lib/products/server/mirror/read'
import { prefetchRecord } from '@/lib/pages/record'

export const generateMetadata = titled('products.edit', (t) => t('title'))

async function Page({ params, searchParams }: PageProps<'/shops/[shop]/products/[id]/edit'>) {
  const { shop: shopId, id } = await params
  const context = await pageContext(shopId, 'products.write')
  if (context.shop.archivedAt) return <ArchivedShop />
  const client = getQueryClient()
  const product = await prefetchRecord(client, productDetailOptions(shopId, id), () =>
    pageQuery(() => readProduct(context, id)),
  )
  if (product instanceof AppError) return <UnavailableRecord kind="products" code={product.code} />
  const { shop } = context
  const { repair } = await searchParams
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <EditProductForm
        shop={shop.id}
        id={id}
        isLive={shop.mode === 'live'}
        shopName={shop.name}
        repair={repair === 'extend' || repair === 'restock' ? repair : null}
      />
    </HydrationBoundary>
  )
}

export default withWords(Page, 'shops/[shop]/products/[id]/edit/page')
