import type { Metadata } from 'next'
import { NotificationPage } from '@/components/notifications/detail/detail-page'
import { formatMoneyIn } from '@/lib/core/format/money'
import { pageLocale, pageTranslator } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'
import { minorUnitExponent } from '@/lib/gateway/values/minor-units'
import { notificationDetailOptions } from '@/lib/notifications/client'
import type { NotificationDetail } from '@/lib/notifications/schema'
import { readNotificationDetail } from '@/lib/notifications/server/reading/read'
import { statusWords } from '@/lib/notifications/status'
import { describeShop } from '@/lib/shops/server/describe'
import { answer, Prefetched } from '@/lib/pages/prefetched'
import { recordPage, titleOf } from '@/lib/pages/record'

type Props = PageProps<'/shops/[shop]/notifications/[id]'>

const { contextOf, read } = recordPage('notifications.read', readNotificationDetail)

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await pageTranslator('notifications')
  return titleOf(t('detail'), async () => {
    const { shop, id } = await params
    const context = await contextOf(shop)
    const detail = await read(context, id)
    const { amount, currency } = detail
    const exponent = currency === null ? 0 : minorUnitExponent(currency, context.shop.minorUnits)
    const money =
      amount === null || currency === null
        ? []
        : [formatMoneyIn(amount, currency, exponent, await pageLocale())]
    return [...money, ...statusWords(detail, t, await pageTranslator('paymentState'))].join(', ')
  })
}

/**
 * Drops the payload if the raw text is known. The page shows the text, and the payload would be twice as long and
 * nested to any depth.
 */
const withoutPayload = (detail: NotificationDetail): NotificationDetail =>
  detail.raw === null ? detail : { ...detail, payload: null }

async function Page({ params }: Props) {
  const { shop: shopId, id } = await params
  const context = await contextOf(shopId)
  const detail = answer(notificationDetailOptions(shopId, id), async () =>
    withoutPayload(await read(context, id)),
  )
  return (
    <Prefetched answers={[detail]}>
      <NotificationPage key={id} shop={describeShop(context)} id={id} />
    </Prefetched>
  )
}

export default withWords(Page, 'shops/[shop]/notifications/[id]/page')
