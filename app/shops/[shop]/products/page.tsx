import type { Metadata } from 'next'
import { ProductsPage } from '@/components/products/products-page'
import { getTranslator } from '@/lib/core/i18n/server'
import { withWords } from '@/lib/core/i18n/words'
import { productListOptions, productListParams } from '@/lib/products/client'
import { productListQuery } from '@/lib/products/schema'
import { copyTargets } from '@/lib/products/server/copying/copy'
import { listProducts } from '@/lib/products/server/listing/list'
import { listPage } from '../prefetched'

export const generateMetadata = (): Metadata => ({ title: getTranslator('products')('title') })

const Page = listPage({
  path: 'products',
  permission: 'products.read',
  params: productListParams,
  query: productListOptions,
  read: (context, filters) => listProducts(context, productListQuery.parse(filters)),
  show: async (context) => <ProductsPage shop={context.shop.id} copyTargets={await copyTargets(context)} />,
})

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
