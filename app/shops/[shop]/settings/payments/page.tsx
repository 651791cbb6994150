import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import { PaymentSettingsPage } from '@/components/payments/settings/payment-settings-page'
import { titled } from '@/lib/core/server/i18n/page'
import { getQueryClient } from '@/lib/core/client/client'
import { paymentSettingsOptions } from '@/lib/payments/client'
import { pageContext } from '@/lib/core/server/auth/access'
import { pageQuery } from '@/lib/core/server/auth/visit'
import { minorUnitsOptions, pageDefaultsOptions } from '@/lib/shops/client'
import {
  readPaymentSettings,
  readPageDefaults,
  readMinorUnits,
} from '@/lib/shops/server/settings/payment-settings'
import { withWords } from '@/lib/core/server/i18n/words'

export const generateMetadata = titled('payments', (t) => t('title'))

async function Page({ params }: PageProps<'/shops/[shop]/settings/payments'>) {
  const context = await pageContext((await params).shop, 'payments.configure')
  const { id, name, mode } = context.shop
  const client = getQueryClient()
  await Promise.all([
    client.query({
      ...paymentSettingsOptions(id),
      queryFn: () => pageQuery(() => readPaymentSettings(context)),
    }),
    client.query({ ...pageDefaultsOptions(id), queryFn: () => pageQuery(() => readPageDefaults(context)) }),
    client.query({ ...minorUnitsOptions(id), queryFn: () => pageQuery(() => readMinorUnits(context)) }),
  ])
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PaymentSettingsPage shop={id} liveShopName={mode === 'live' ? name : null} />
    </HydrationBoundary>
  )
}

export default withWords(Page, 'shops/[shop]/settings/payments/page')
