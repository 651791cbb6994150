import type { Metadata } from 'next'
import { PaymentPage } from '@/components/payments/page/payment-page'
import { formatMoneyIn } from '@/lib/core/format/money'
import { pageLocale, pageTranslator } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'
import { minorUnitExponent } from '@/lib/gateway/values/minor-units'
import { paymentDetailOptions } from '@/lib/payments/client'
import { readPaymentDetail } from '@/lib/payments/server/detail/detail'
import { answer, Prefetched } from '@/lib/pages/prefetched'
import { recordPage, titleOf } from '@/lib/pages/record'

type Props = PageProps<'/shops/[shop]/payments/[id]'>

const { contextOf, read } = recordPage('payments.read', readPaymentDetail)

export const generateMetadata = async ({ params }: Props): Promise<Metadata> =>
  titleOf((await pageTranslator('paymentPage'))('title'), async () => {
    const { shop, id } = await params
    const context = await contextOf(shop)
    const { amount, currency, state } = await read(context, decodeURIComponent(id))
    const word = (await pageTranslator('paymentState'))(`state.${state}`)
    if (amount === null || currency === null) return word
    return `${formatMoneyIn(amount, currency, minorUnitExponent(currency, context.shop.minorUnits), await pageLocale())}, ${word}`
  })

async function Page({ params }: Props) {
  const { shop: shopId, id } = await params
  const uid = decodeURIComponent(id)
  const context = await contextOf(shopId)
  const detail = answer(paymentDetailOptions(shopId, uid), () => read(context, uid))
  return (
    <Prefetched answers={[detail]}>
      <PaymentPage key={uid} shop={shopId} uid={uid} />
    </Prefetched>
  )
}

export default withWords(Page, 'shops/[shop]/payments/[id]/page')
