import { notFound } from 'next/navigation'
import { NewProductForm } from '@/components/products/new-product-form'
import { UnavailableRecord } from '@/lib/pages/record-states'
import { ArchivedShop } from '@/lib/pages/archived-shop'
import { titled } from '@/lib/core/server/i18n/page'
import { pageContext } from '@/lib/core/server/auth/access'
import { AppError } from '@/lib/core/server/errors'
import { readProduct } from '@/lib/products/server/mirror/read'
import { withWords } from '@/lib/core/server/i18n/words'

export const generateMetadata = titled('products', (t) => t('new'))

/** With `?from=`, the form starts as a copy of that product. */
async function Page({ params, searchParams }: PageProps<'/shops/[shop]/products/new'>) {
  const context = await pageContext((await params).shop, 'products.write')
  const { shop } = context
  if (shop.archivedAt) return <ArchivedShop />
  const { from } = await searchParams
  const original =
    typeof from === 'string'
      ? await readProduct(context, from).catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error
          if (error.code === 'not_found') notFound()
          return error
        })
      : undefined
  if (original instanceof AppError) return <UnavailableRecord kind="products" code={original.code} />
  return (
    <NewProductForm
      key={original?.id}
      shop={shop.id}
      isLive={shop.mode === 'live'}
      shopName={shop.name}
      pageDefaults={shop.pageDefaults}
      original={original}
    />
  )
}

export default withWords(Page, 'shops/[shop]/products/new/page')
