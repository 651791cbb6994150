import type { Metadata } from 'next'
import { ProductsPage } from '@/components/products/products-page'
import { getTranslator } from '@/lib/core/i18n/server'
import { withWords } from '@/lib/core/i18n/words'
import { pageContext } from '@/lib/core/server/auth/access'
import { productListOptions, productListParams } from '@/lib/products/client'
import { productListQuery } from '@/lib/products/schema'
import { copyTargets } from '@/lib/products/server/copying/targets'
import { listProducts } from '@/lib/products/server/listing/list'
import { listAnswer, Prefetched } from '../prefetched'

export const generateMetadata = (): Metadata => ({ title: getTranslator('products')('title') })

async function Page({ params, searchParams }: PageProps<'/shops/[shop]/products'>) {
  const context = await pageContext((await params).shop, 'products.read')
  const list = listAnswer(context, {
    path: 'products',
    searchParams,
    params: productListParams,
    query: productListOptions,
    read: (filters) => listProducts(context, productListQuery.parse(filters)),
  })
  return (
    <Prefetched answers={[list]}>
      <ProductsPage shop={context.shop.id} copyTargets={await copyTargets(context)} />
    </Prefetched>
  )
}

export default withWords(
  Page,
  'amounts',
  'bulk',
  'days.apply',
  'exports',
  'imports',
  'mirror',
  'products',
  'share',
  'table',
  'time',
  'typedMoney',
)
