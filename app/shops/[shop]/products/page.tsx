import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { ProductsPage } from '@/components/products/products-page'
import { getQueryClient } from '@/lib/core/client/client'
import { getTranslator } from '@/lib/core/i18n/server'
import { withWords } from '@/lib/core/i18n/words'
import { pageContext } from '@/lib/core/server/auth/access'
import { pageQuery } from '@/lib/core/server/auth/visit'
import { productListOptions, productListParams } from '@/lib/products/client'
import { productListQuery } from '@/lib/products/schema'
import { listProducts } from '@/lib/products/server/list'
import { loadFilters } from '../load-filters'
import { startOver } from '../start-over'

export const generateMetadata = (): Metadata => ({ title: getTranslator('products')('title') })

async function Page({ params, searchParams }: PageProps<'/shops/[shop]/products'>) {
  const context = await pageContext((await params).shop, 'products.read')
  const filters = await loadFilters(searchParams, productListParams)
  const client = getQueryClient()
  await client
    .query({
      ...productListOptions(context.shop.id, filters),
      queryFn: () => pageQuery(() => listProducts(context, productListQuery.parse(filters))),
    })
    .catch(startOver(`/shops/${context.shop.id}/products`))
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <ProductsPage shop={context.shop.id} />
    </HydrationBoundary>
  )
}

export default withWords(
  Page,
  'amounts',
  'bulk',
  'exports',
  'imports',
  'mirror',
  'products',
  'share',
  'table',
  'time',
  'typedMoney',
)
