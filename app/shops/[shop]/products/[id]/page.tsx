import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { QrStub } from '@/components/counterfoil/qr-stub'
import { ProductPage } from '@/components/products/page/product-page'
import { UnavailableRecord } from '@/lib/pages/record-states'
import { getQueryClient } from '@/lib/core/client/client'
import { pageTranslator } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'
import { pageQuery } from '@/lib/core/server/auth/visit'
import { AppError } from '@/lib/core/server/errors'
import { productPaymentsOptions } from '@/lib/payments/client'
import { paymentListQuery } from '@/lib/payments/list'
import { listPayments } from '@/lib/payments/server/listing/list'
import { historyQuery } from '@/lib/products/schema'
import { productDetailOptions, productHistoryOptions } from '@/lib/products/client'
import { isWebAddress } from '@/lib/products/link-state'
import { productHistory } from '@/lib/products/server/changing/history'
import { readProduct } from '@/lib/products/server/mirror/read'
import { prefetchRecord, recordPage, titleOf } from '@/lib/pages/record'

type Props = PageProps<'/shops/[shop]/products/[id]'>

const { contextOf, read } = recordPage('products.read', readProduct)

export const generateMetadata = async ({ params }: Props): Promise<Metadata> =>
  titleOf((await pageTranslator('products'))('title'), async () => {
    const { shop, id } = await params
    return (await read(await contextOf(shop), id)).name ?? id
  })

async function Page({ params }: Props) {
  const { shop: shopId, id } = await params
  const context = await contextOf(shopId)
  const client = getQueryClient()
  const product = await prefetchRecord(client, productDetailOptions(shopId, id), () => read(context, id))
  if (product instanceof AppError) return <UnavailableRecord kind="products" code={product.code} />
  await Promise.all([
    client.query({
      ...productPaymentsOptions(shopId, id),
      queryFn: () =>
        pageQuery(() => listPayments(context, paymentListQuery.parse({ product_id: id, limit: 10 }))),
    }),
    client.infiniteQuery({
      ...productHistoryOptions(shopId, id),
      queryFn: () => pageQuery(() => productHistory(context, id, historyQuery.parse({}))),
    }),
  ])
  const label = (await pageTranslator('products'))('qrLabel')
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <ProductPage
        shop={shopId}
        id={id}
        stub={
          product.pay_url &&
          isWebAddress(product.pay_url) && <QrStub url={product.pay_url} label={label} fileName={id} />
        }
      />
    </HydrationBoundary>
  )
}

export default withWords(Page, 'shops/[shop]/products/[id]/page')
