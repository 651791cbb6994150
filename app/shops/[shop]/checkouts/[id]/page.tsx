import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { CheckoutPage } from '@/components/checkouts/page/checkout-page'
import { QrStub } from '@/components/counterfoil/qr-stub'
import { checkoutDetailOptions } from '@/lib/checkouts/client'
import { checkoutDetail } from '@/lib/checkouts/server/read'
import { getQueryClient } from '@/lib/core/client/client'
import { pageTranslator } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'
import { AppError } from '@/lib/core/server/errors'
import { isWebAddress } from '@/lib/products/link-state'
import { recordPage, titleOf } from '@/lib/pages/record'

type Props = PageProps<'/shops/[shop]/checkouts/[id]'>

const { contextOf, read } = recordPage('checkouts.read', checkoutDetail)

export const generateMetadata = async ({ params }: Props): Promise<Metadata> =>
  titleOf((await pageTranslator('checkouts'))('title'), async () => {
    const { shop, id } = await params
    return (await read(await contextOf(shop), id)).description
  })

/** Anyone who opens a checkout this soon after its creation probably created it, and wants to copy its link. */
const freshMs = 60_000

async function Page({ params }: Props) {
  const { shop: shopId, id } = await params
  const context = await contextOf(shopId)
  const client = getQueryClient()
  const checkout = await client
    .query({
      ...checkoutDetailOptions(shopId, id),
      queryFn: () => read(context, id),
    })
    .catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found') notFound()
      throw error
    })
  const {
    redirect_url: url,
    created_at: createdAt,
    tracking_id: trackingId,
    transaction_type: type,
  } = checkout
  const isFresh = Date.now() - Date.parse(createdAt) < freshMs
  const fileName = (trackingId ?? id).replaceAll(/[^\w.-]+/g, '-').slice(0, 60)
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <CheckoutPage
        key={id}
        shop={shopId}
        id={id}
        isFresh={isFresh}
        stub={
          url &&
          isWebAddress(url) && (
            <QrStub
              url={url}
              label={(await pageTranslator('checkouts'))('qrLabel', { type })}
              fileName={fileName}
            />
          )
        }
      />
    </HydrationBoundary>
  )
}

export default withWords(Page, 'shops/[shop]/checkouts/[id]/page')
