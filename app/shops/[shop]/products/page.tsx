import { ProductsPage } from '@/components/products/products-page'
import { titled } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'
import { productListOptions, productListParams } from '@/lib/products/client'
import { productListQuery } from '@/lib/products/schema'
import { copyTargets } from '@/lib/products/server/copying/copy'
import { listProducts } from '@/lib/products/server/listing/list'
import { listPage } from '@/lib/pages/prefetched'

export const generateMetadata = titled('products', (t) => t('title'))

const Page = listPage({
  path: 'products',
  permission: 'products.read',
  params: productListParams,
  query: productListOptions,
  read: (context, filters) => listProducts(context, productListQuery.parse(filters)),
  show: async (context) => <ProductsPage shop={context.shop.id} copyTargets={await copyTargets(context)} />,
})

export default withWords(Page, 'shops/[shop]/products/page')
