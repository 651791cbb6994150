import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { PaymentSettingsPage } from '@/components/payments/settings/payment-settings-page'
import { getTranslator } from '@/lib/core/i18n/server'
import { getQueryClient } from '@/lib/core/client/client'
import { paymentSettingsOptions } from '@/lib/payments/settings-client'
import { pageContext } from '@/lib/core/server/auth/access'
import { readPaymentSettings } from '@/lib/shops/server/payment-settings'
import { withWords } from '@/lib/core/i18n/words'

export const generateMetadata = (): Metadata => ({ title: getTranslator('payments')('title') })

async function Page({ params }: PageProps<'/shops/[shop]/settings/payments'>) {
  const context = await pageContext((await params).shop, 'payments.configure')
  const { id, name, mode } = context.shop
  const client = getQueryClient()
  await client.query({
    ...paymentSettingsOptions(id),
    queryFn: () => Promise.resolve(readPaymentSettings(context)),
  })
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PaymentSettingsPage shop={id} liveShopName={mode === 'live' ? name : null} />
    </HydrationBoundary>
  )
}

export default withWords(Page, 'cardTokens', 'payments', 'table', 'time')
